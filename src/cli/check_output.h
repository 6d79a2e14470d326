// Writes files and a summary of a program's findings for `eugene run --check`, and determines the exit status.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "check/finding/collection.h"
#include "check/finding/fidelity.h"
#include "check_options.h"

namespace eugene::cli {

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
