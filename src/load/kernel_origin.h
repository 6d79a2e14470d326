// What kernels are called, and which lines they come from: from the binaries of programs that lie in a directory.
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

namespace eugene::load {

struct KernelOrigin {
  std::string name;   // empty: not known
  SourceLines lines;  // empty: not known
};

// How the names of files in the directory begin; what is of one program ends alike.
struct ProgramFiles {
  std::string_view binary;
  std::string_view source;  // the text that the compiler was given; there may be none
};

// A kernel's code as the compiler made it, and the addresses that the driver has written into it, by symbol.
struct CompiledCode {
  std::vector<std::byte> code;
  std::map<std::string, std::uint64_t, std::less<>> addresses;
};

// Of the kernel whose code is `code`: its name alone, empty where it is not known, and all.
std::string find_kernel_name(const std::filesystem::path& directory, const ProgramFiles& files,
                             std::span<const std::byte> code);
KernelOrigin find_kernel_origin(const std::filesystem::path& directory, const ProgramFiles& files,
                                std::span<const std::byte> code);

// Nothing where the kernel is not known, or has nothing that is relocated.
std::optional<CompiledCode> find_compiled_code(const std::filesystem::path& directory, const ProgramFiles& files,
                                               std::span<const std::byte> code);

}  // namespace eugene::load
