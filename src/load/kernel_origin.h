// What kernels are called, and which lines they come from: from the binaries of programs that lie in a directory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

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

// Of the kernel whose code is `code`: its name alone, empty where it is not known, and all.
std::string find_kernel_name(const std::filesystem::path& directory, const ProgramFiles& files,
                             std::span<const std::byte> code);
KernelOrigin find_kernel_origin(const std::filesystem::path& directory, const ProgramFiles& files,
                                std::span<const std::byte> code);

}  // namespace eugene::load
