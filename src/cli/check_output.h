// Files, summary and exit status that `eugene run --check` makes of a program's findings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "findings/collection.h"
#include "findings/fidelity.h"
#include "gpu_options.h"

namespace CLI {
class App;
}

namespace eugene::cli {

struct CheckOutput {
  std::string json;  // files; empty: none
  std::string sarif;
  int exit_code = 4;  // where something is found
  bool warn_only = false;
  bool generates_suppressions = false;
};

void add_check_options(CLI::App& app, CheckOutput& output);
// Fails where the options do not go together, or the file of suppressions is wrong. `has_findings`: the door passes
// findings on.
Result<void> check_options_of(const GpuOptions& gpu, const CheckOutput& output, bool has_findings);

struct RunFindings {
  const GpuOptions& settings;
  const CheckOutput& output;
  std::string program = {};  // its file
  findings::Collection all{};
  std::vector<findings::KernelFidelity> fidelity{};

  void collect(std::vector<findings::Finding> found);
  std::size_t findings() const { return all.findings().size(); }
  // Of the command, for that of the program.
  int exit_status(int status) const;
  // Writes the files and the summary. The exit status: `status` unless a file cannot be written.
  int end(int status, std::uint64_t kernels) const;
};

}  // namespace eugene::cli
