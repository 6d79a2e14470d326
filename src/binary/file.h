// Writes whole files, and unpacks .xz files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::binary {

inline constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 30;  // unpacked

bool is_xz(std::span<const std::byte> bytes);
Result<std::vector<std::byte>> unpack_xz(std::span<const std::byte> packed, std::uint64_t limit = kLargestFile);

// Writes `bytes` to the file at `path`. "-" is standard output.
Result<void> write_file(const std::string& path, std::span<const std::byte> bytes);

}  // namespace eugene::binary
