// Finds the name and the source lines of a kernel in the program binaries of a directory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_lines.h"
#include "binary/device_binary.h"

namespace eugene::binary {

struct KernelOrigin {
  std::string name;   // empty: not known
  SourceLines lines;  // empty: not known
  std::vector<Argument> arguments = {};
};

// Returns the names of arguments that have a surface, by index in the binding table: "argument 0" if the compiler has
// not kept the name.
std::map<unsigned, std::string> surface_names(const std::vector<Argument>& arguments);

// Prefixes of file names in the directory. Files of one program have the same suffix.
struct ProgramFiles {
  std::string_view binary;
  std::string_view source;  // the text that the compiler was given; there may be none
  // Files with the difference of the compiler's number of a program and the user's number. The compiler also counts
  // builds that were made only for checks. A program without this file has the same number for both.
  std::string_view shift;
};

// A kernel's code as the compiler made it, and the addresses that the driver has written into it, by symbol.
struct CompiledCode {
  std::vector<std::byte> code;
  std::map<std::string, std::uint64_t, std::less<>> addresses;
};

// Returns the name of the kernel with this code; empty if unknown.
std::string find_kernel_name(const std::filesystem::path& directory, const ProgramFiles& files,
                             std::span<const std::byte> code);

// Like find_kernel_name(), but reads each binary only once, for many calls. Otherwise each search for unknown code,
// such as the driver's own kernels, would read all binaries.
class KernelNames {
 public:
  std::string find(const std::filesystem::path& directory, const ProgramFiles& files, std::span<const std::byte> code);

 private:
  std::map<std::string, std::vector<DeviceBinary>> read_;  // by file name, without debug data
};

// Returns name, source lines and arguments of the kernel with this code. If several kernels have the code, prefers the
// kernel `name`.
KernelOrigin find_kernel_origin(const std::filesystem::path& directory, const ProgramFiles& files,
                                std::span<const std::byte> code, std::string_view name = {});

// Returns the kernels with this code as their binaries describe them, one for each name.
std::vector<DeviceKernel> find_device_kernels(const std::filesystem::path& directory, const ProgramFiles& files,
                                              std::span<const std::byte> code);

// Returns nothing if the kernel is unknown or has no relocations.
std::optional<CompiledCode> find_compiled_code(const std::filesystem::path& directory, const ProgramFiles& files,
                                               std::span<const std::byte> code);

}  // namespace eugene::binary
