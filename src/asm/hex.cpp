#include "asm/hex.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/hex.h"

namespace eugene::assembly {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == ','; }

int parse_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads the bytes of `line`. Returns an error message for `column` (1-based), or an empty text.
std::string read_line(std::string_view line, HexLine& result, std::uint32_t& column) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < line.size();) {
    if (is_blank(line[at])) {
      ++at;
      continue;
    }
    const int high = parse_digit(line[at]);
    const int low = at + 1 < line.size() ? parse_digit(line[at + 1]) : -1;
    column = static_cast<std::uint32_t>(at + 1);
    if (high < 0) return fmt::format("'{}' is not a hexadecimal digit", line[at]);
    if (low < 0) return "a byte must be a pair of hexadecimal digits";
    if (count == result.bytes.size()) return "an instruction has at most 16 bytes";
    result.bytes[count++] = static_cast<std::byte>(high << 4 | low);
    at += 2;
  }
  column = 1;
  if (count != 8 && count != 16)
    return fmt::format("an instruction has 16 bytes, or 8 if compacted, but this line has {}", count);
  result.size = count;
  return {};
}

}  // namespace

std::vector<HexLine> read_hex(std::string_view text, std::string_view file, Diagnostics& diagnostics) {
  std::vector<HexLine> lines;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (std::ranges::all_of(line, is_blank)) continue;
    HexLine result{.line = number};
    std::uint32_t column = 0;
    if (std::string message = read_line(line, result, column); !message.empty()) {
      diagnostics.push_back(error_at({.file = std::string(file), .line = number, .column = column}, std::move(message),
                                     "hex.line", {},
                                     "write one instruction on each line, with its bytes in memory order"));
    }
    lines.push_back(result);
  }
  return lines;
}

void write_hex(std::span<const std::byte> bytes, std::string& out) {
  out += to_hex(bytes);
  out += '\n';
}

}  // namespace eugene::assembly
