// Finds the names and source lines of kernels in a trace.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "accesses/record.h"
#include "binary/aub.h"
#include "binary/device_binary.h"
#include "debug/program_text.h"
#include "gpu/report.h"
#include "profile/counts.h"

namespace eugene::profile {
class Profiler;
}

namespace eugene::cli {

// Names come from the device binary that the user gives, or else from the trace. In a trace, the driver writes a
// kernel's name as a comment before its commands.
class ReplayNames {
 public:
  explicit ReplayNames(std::vector<binary::DeviceBinary> binaries) : binaries_(std::move(binaries)) {}

  void read(const binary::AubComment& comment);
  // Returns the kernel that the trace has named last; empty if it has named none.
  const std::string& last() const { return last_; }
  // Returns the name of the kernel with this code. Returns `fallback`, the name from the trace, if no binary has this
  // code.
  std::string of(std::span<const std::byte> code, const std::string& fallback) const;
  // Returns the facts about the kernel for a recorded trace.
  accesses::KernelFacts facts(std::span<const std::byte> code) const;
  // Returns the counts of profiled kernels, with names and lines.
  std::vector<profile::KernelCounts> profiled(const profile::Profiler& profiler) const;
  // Returns the program's text for a debugger. A kernel without a name is "unnamed".
  debug::ProgramText program_text(std::span<const std::byte> code) const;
  // Prints a report to standard error, with the kernel's name and source line if they are known.
  void print(gpu::Report&& report) const;

 private:
  SourceLines find_lines(std::span<const std::byte> code) const;

  std::vector<binary::DeviceBinary> binaries_;
  std::string last_;
};

// Reads the kernels of the user's device binary; none if `file` is empty.
Result<std::vector<binary::DeviceBinary>> read_binaries(const std::string& file);

}  // namespace eugene::cli
