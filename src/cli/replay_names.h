// Names of kernels in a trace, and the lines of their source.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "debug/program_text.h"
#include "gpu/report.h"
#include "load/aub.h"
#include "load/device_binary.h"
#include "profile/counts.h"
#include "trace/record.h"

namespace eugene::profile {
class Profiler;
}

namespace eugene::cli {

// Names come from the device binary that the user gives, else from the trace, in which the driver writes a kernel's
// name as a comment before its commands.
class ReplayNames {
 public:
  explicit ReplayNames(std::vector<load::DeviceBinary> binaries) : binaries_(std::move(binaries)) {}

  void read(const load::AubComment& comment);
  // The kernel that the trace names next; empty if it names none.
  const std::string& last() const { return last_; }
  // The name of the kernel with this code; `fallback`, which is the trace's, if no binary has it.
  std::string of(std::span<const std::byte> code, const std::string& fallback) const;
  // What a trace says of the kernel.
  trace::KernelFacts facts(std::span<const std::byte> code) const;
  // With names and lines.
  std::vector<profile::KernelCounts> profiled(const profile::Profiler& profiler) const;
  // For a debugger. A kernel that nothing names is "unnamed".
  debug::ProgramText program_text(std::span<const std::byte> code) const;
  // To standard error, with the kernel's name and the line of its source where they are known.
  void print(gpu::Report&& report) const;

 private:
  SourceLines lines_of(std::span<const std::byte> code) const;

  std::vector<load::DeviceBinary> binaries_;
  std::string last_;
};

// The kernels of the user's device binary; none if no file is named.
Result<std::vector<load::DeviceBinary>> read_binaries(const std::string& file);

}  // namespace eugene::cli
