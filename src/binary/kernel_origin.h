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

// The names of arguments that have a surface, by index in the binding table: "argument 0" where the compiler has not
// kept the name.
std::map<unsigned, std::string> surface_names(const std::vector<Argument>& arguments);

// Prefixes of file names in the directory. Files of one program have the same suffix.
struct ProgramFiles {
  std::string_view binary;
  std::string_view source;  // the text that the compiler was given; there may be none
  // How much lower the number is by which the program is known than the compiler's: it counts what it compiles, and
  // builds for checks are counted too. There may be none.
  std::string_view shift;
};

// A kernel's code as the compiler made it, and the addresses that the driver has written into it, by symbol.
struct CompiledCode {
  std::vector<std::byte> code;
  std::map<std::string, std::uint64_t, std::less<>> addresses;
};

// Identify the kernel by its code `code`: the name alone (empty if unknown), or name and source lines. Where several
// kernels have that code, the one of the name `name` if it is given.
std::string find_kernel_name(const std::filesystem::path& directory, const ProgramFiles& files,
                             std::span<const std::byte> code);

// find_kernel_name() that reads each binary once, for many calls: code that no binary has, as that of the driver's own
// kernels, would otherwise have all binaries read at each call.
class KernelNames {
 public:
  std::string find(const std::filesystem::path& directory, const ProgramFiles& files, std::span<const std::byte> code);

 private:
  std::map<std::string, std::vector<DeviceBinary>> read_;  // by file name, without debug data
};

KernelOrigin find_kernel_origin(const std::filesystem::path& directory, const ProgramFiles& files,
                                std::span<const std::byte> code, std::string_view name = {});

// The kernels of that code as their binaries describe them, one for each name.
std::vector<DeviceKernel> find_device_kernels(const std::filesystem::path& directory, const ProgramFiles& files,
                                              std::span<const std::byte> code);

// Nothing if the kernel is unknown or has no relocations.
std::optional<CompiledCode> find_compiled_code(const std::filesystem::path& directory, const ProgramFiles& files,
                                               std::span<const std::byte> code);

}  // namespace eugene::binary
