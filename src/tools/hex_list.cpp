#include "hex_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace eugene::tools {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::unexpected<Diagnostic> at(std::string_view file, std::uint32_t line, std::size_t column, std::string message,
                               std::string hint) {
  auto error = fail(std::move(message), {}, std::move(hint));
  error.error().where = {.file = std::string{file}, .line = line, .column = static_cast<std::uint32_t>(column + 1)};
  return error;
}

constexpr const char* kHint = "write 16 bytes, or 8 of a compacted instruction, as pairs of hex digits";

Result<std::vector<std::byte>> parse_line(std::string_view text, std::string_view file, std::uint32_t number) {
  std::vector<std::byte> bytes;
  for (std::size_t n = 0; n < text.size();) {
    if (blank(text[n])) {
      ++n;
      continue;
    }
    const int high = digit(text[n]);
    if (high < 0) return at(file, number, n, fmt::format("'{}' is no hex digit", text[n]), kHint);
    const int low = n + 1 < text.size() ? digit(text[n + 1]) : -1;
    if (low < 0) return at(file, number, n, "half a byte", kHint);
    bytes.push_back(static_cast<std::byte>(high * 16 + low));
    n += 2;
  }
  if (bytes.size() != 8 && bytes.size() != 16 && !bytes.empty()) {
    return at(file, number, 0, fmt::format("{} bytes are no instruction", bytes.size()), kHint);
  }
  return bytes;
}

}  // namespace

Result<std::vector<HexLine>> parse_hex(std::string_view text, std::string_view file) {
  std::vector<HexLine> lines;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    ++number;
    Result<std::vector<std::byte>> bytes = parse_line(text.substr(0, end), file, number);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    if (!bytes->empty()) lines.push_back({std::move(*bytes), number});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace eugene::tools
