#include "base/hex.h"

#include <cstdint>

#include "base/number.h"

namespace eugene {

std::string to_hex(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte each : bytes) {
    text += kDigits[std::to_integer<unsigned>(each) >> 4];
    text += kDigits[std::to_integer<unsigned>(each) & 0xF];
  }
  return text;
}

std::optional<std::vector<std::byte>> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t at = 0; at != text.size(); at += 2) {
    const auto byte = parse_number<std::uint8_t>(text.substr(at, 2), 16);
    if (!byte) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(*byte));
  }
  return bytes;
}

}  // namespace eugene
