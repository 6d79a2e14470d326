#include "debug/dap/base64.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/hex.h"

namespace eugene::debug::dap {

std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto bytes = from_hex(hex);
  if (!bytes) return {};
  std::string text;
  for (std::span<const std::byte> rest(*bytes); !rest.empty();
       rest = rest.subspan(std::min<std::size_t>(3, rest.size()))) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i != 3; ++i)
      bits = bits << 8 | (i < rest.size() ? std::to_integer<std::uint32_t>(rest[i]) : 0);
    for (std::size_t i = 0; i != 4; ++i) text += i <= rest.size() ? kDigits[bits >> (18 - 6 * i) & 0x3FU] : '=';
  }
  return text;
}

}  // namespace eugene::debug::dap
