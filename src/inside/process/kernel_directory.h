// Finds which kernel of the program a machine code is, and the kernel's name, source and arguments. The facts are read
// from the binaries that the layers in front of the drivers leave in the run's directory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "binary/program_binaries.h"
#include "check/check_source.h"
#include "debug/program_text.h"
#include "null_arguments.h"

namespace eugene::inside::process {

// Safe for several threads.
class KernelDirectory {
 public:
  explicit KernelDirectory(std::filesystem::path directory);

  // Returns the kernel's name. Empty while the name is unknown.
  std::string name(std::span<const std::byte> code) { return binaries_.name(code); }
  binary::KernelOrigin origin(std::span<const std::byte> code, const std::string& name = {}) {
    return binaries_.origin(code, name);
  }
  // Returns the kernels with this code: the kernels found by the last search, or by a new search (`again`).
  check::DeviceKernels kernels(std::span<const std::byte> code, bool again) {
    return again ? binaries_.find_kernels(code) : binaries_.known_kernels(code);
  }
  // Returns the code as the compiler has written it. Nothing if the kernel has no relocations.
  std::optional<binary::CompiledCode> compiled_code(std::span<const std::byte> code) {
    return binaries_.compiled(code);
  }
  // Returns the kernel's text for the debugger.
  debug::ProgramText program_text(std::span<const std::byte> code);

  const std::filesystem::path& directory() const { return directory_; }
  NullArguments& null_arguments() { return null_arguments_; }

 private:
  std::filesystem::path directory_;
  binary::ProgramBinaries binaries_;
  NullArguments null_arguments_;
};

}  // namespace eugene::inside::process
