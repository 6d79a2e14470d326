// Instructions as lines of hexadecimal bytes in memory order: 16 bytes, or 8 for compacted instructions. Blanks between
// pairs of digits are optional.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::assembly {

struct HexLine {
  std::uint32_t line = 0;  // line in the input, 1-based
  std::array<std::byte, 16> bytes{};
  std::size_t size = 0;  // 8 or 16; 0 if the line is malformed

  std::span<const std::byte> span() const { return std::span(bytes).first(size); }
};

// Reads every line of `text` that is not blank. Malformed lines are included, with a diagnostic each.
std::vector<HexLine> read_hex(std::string_view text, std::string_view file, Diagnostics& diagnostics);

// Appends `bytes` as one line.
void write_hex(std::span<const std::byte> bytes, std::string& out);

}  // namespace eugene::assembly
