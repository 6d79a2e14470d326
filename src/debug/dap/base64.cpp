#include "debug/dap/base64.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace eugene::debug::dap {

std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t kGroup = 6;  // hexadecimal digits of three bytes
  std::string text;
  for (; !hex.empty(); hex.remove_prefix(std::min(kGroup, hex.size()))) {
    const std::string_view part = hex.substr(0, kGroup);
    std::uint32_t bits = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), bits, 16);
    if (error != std::errc() || end != part.data() + part.size() || part.size() % 2 != 0) return {};
    bits <<= 4 * (kGroup - part.size());
    const std::size_t bytes = part.size() / 2;
    for (std::size_t i = 0; i != 4; ++i) text += i <= bytes ? kDigits[bits >> (18 - 6 * i) & 0x3FU] : '=';
  }
  return text;
}

}  // namespace eugene::debug::dap
