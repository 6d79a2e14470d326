// Names of platforms, and the sizes of their registers.
#include "visa/manual.h"

#include <algorithm>
#include <cctype>

namespace eugene::visa {

std::optional<std::uint16_t> platform_named(std::string_view name) {
  const auto same = [](char a, char b) { return std::toupper(static_cast<unsigned char>(a)) == b; };
  for (std::size_t n = 0; n < kPlatformNames.size(); ++n) {
    if (std::ranges::equal(name, kPlatformNames[n], same)) return static_cast<std::uint16_t>(1U << n);
  }
  return std::nullopt;
}

unsigned register_width(std::uint16_t platforms) {
  unsigned bytes = 0;
  for (std::size_t n = 0; n < kPlatformNames.size(); ++n) {
    if ((platforms >> n & 1) != 0 && (bytes == 0 || kRegisterBytesOf[n] < bytes)) bytes = kRegisterBytesOf[n];
  }
  return bytes;
}

}  // namespace eugene::visa
