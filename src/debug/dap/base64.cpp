#include "debug/dap/base64.h"

#include <algorithm>
#include <cstdint>

#include "base/number.h"

namespace eugene::debug::dap {

std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t kGroup = 6;  // hexadecimal digits of three bytes
  std::string text;
  for (; !hex.empty(); hex.remove_prefix(std::min(kGroup, hex.size()))) {
    const std::string_view part = hex.substr(0, kGroup);
    const auto number = parse_number<std::uint32_t>(part, 16);
    if (!number || part.size() % 2 != 0) return {};
    const std::uint32_t bits = *number << 4 * (kGroup - part.size());
    const std::size_t bytes = part.size() / 2;
    for (std::size_t i = 0; i != 4; ++i) text += i <= bytes ? kDigits[bits >> (18 - 6 * i) & 0x3FU] : '=';
  }
  return text;
}

}  // namespace eugene::debug::dap
