// Lists of instructions as hex bytes: what --hex means, on input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::tools {

// One instruction of a --hex list, and the line it is from (1-based).
struct HexLine {
  std::vector<std::byte> bytes;
  std::uint32_t line = 0;
};

// One instruction a line: 16 bytes in memory order, or 8 of a compacted one, as pairs of hex digits with blanks
// between pairs where one likes. Empty lines are skipped. `file` is the name in errors.
Result<std::vector<HexLine>> parse_hex(std::string_view text, std::string_view file);

}  // namespace eugene::tools
