// Finds which kernel of the program a machine code is, and the kernel's name, source and arguments. The facts are read
// from the binaries that the layers in front of the drivers leave in the run's directory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "binary/kernel_origin.h"
#include "check/check_source.h"
#include "debug/program_text.h"
#include "null_arguments.h"

namespace eugene::inside::process {

// Safe for several threads.
class KernelDirectory {
 public:
  explicit KernelDirectory(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // Returns the kernel's name. Empty while the name is unknown.
  std::string name(std::span<const std::byte> code);
  binary::KernelOrigin origin(std::span<const std::byte> code, const std::string& name = {}) const;
  // Returns the kernels with this code: the kernels found by the last search, or by a new search (`again`).
  check::DeviceKernels kernels(std::span<const std::byte> code, bool again);
  // Returns the code as the compiler has written it. Nothing if the kernel has no relocations.
  std::optional<binary::CompiledCode> compiled_code(std::span<const std::byte> code) const;
  // Returns the kernel's text for the debugger.
  debug::ProgramText program_text(std::span<const std::byte> code);

  const std::filesystem::path& directory() const { return directory_; }
  NullArguments& null_arguments() { return null_arguments_; }

 private:
  std::filesystem::path directory_;
  std::mutex names_mutex_;  // guards the next two
  binary::KernelNames names_in_binaries_;
  std::map<std::string, std::string> names_;             // known names by machine code
  std::mutex kernels_mutex_;                             // guards `kernels_`
  std::map<std::string, check::DeviceKernels> kernels_;  // known kernels by machine code
  NullArguments null_arguments_;
};

}  // namespace eugene::inside::process
