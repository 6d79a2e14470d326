// Writes files and a summary of a program's findings for `eugene run --check`, and determines the exit status.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "check/finding/collection.h"
#include "check/finding/fidelity.h"
#include "gpu_options.h"

namespace CLI {
class App;
}

namespace eugene::cli {

struct CheckOutput {
  std::string json;  // output files; empty: none
  std::string sarif;
  int exit_code = 4;  // exit status if something is found
  bool warn_only = false;
  bool generates_suppressions = false;
};

void add_check_options(CLI::App& app, CheckOutput& output);
// Fails if the options contradict each other, or if the file of suppressions is wrong. `has_findings` is true if the
// door passes findings on.
Result<void> validate_check_options(const GpuOptions& gpu, const CheckOutput& output, bool has_findings);

struct RunFindings {
  const GpuOptions& settings;
  const CheckOutput& output;
  std::string program = {};  // the program's file
  check::Collection all{};
  std::vector<check::KernelFidelity> fidelity{};

  void collect(std::vector<check::Finding> found);
  std::size_t findings() const { return all.findings().size(); }
  // Returns the command's exit status. `status` is the program's exit status.
  int exit_status(int status) const;
  // Writes the files and the summary. Returns the exit status: `status`, unless a file cannot be written.
  int end(int status, std::uint64_t kernels) const;
};

}  // namespace eugene::cli
