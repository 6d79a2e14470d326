// The names of kernels from the binaries of programs that lie in a directory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace eugene::load {

// Of the kernel whose code is `code`, among the files whose names begin with `prefix`; empty if none has it.
std::string find_kernel_name(const std::filesystem::path& directory, std::string_view prefix,
                             std::span<const std::byte> code);

}  // namespace eugene::load
