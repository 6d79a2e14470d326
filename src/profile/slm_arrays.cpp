#include "profile/slm_arrays.h"

#include <algorithm>
#include <array>
#include <vector>

namespace eugene::profile {

SlmClocks slm_clocks(std::span<const std::uint32_t> offsets, unsigned bytes, bool atomic) {
  constexpr unsigned kDword = 4;
  constexpr std::size_t kUsual = 64;
  std::array<std::uint32_t, kUsual> usual;
  std::vector<std::uint32_t> many;
  const std::size_t each = (bytes + kDword - 1) / kDword + 1;
  if (offsets.size() * each > kUsual) many.resize(offsets.size() * each);
  const std::span<std::uint32_t> dwords = many.empty() ? std::span<std::uint32_t>(usual) : std::span(many);
  std::size_t count = 0;
  for (const std::uint32_t offset : offsets) {
    const std::uint32_t last = (offset + std::max(bytes, 1U) - 1) / kDword;
    for (std::uint32_t dword = offset / kDword; dword <= last; ++dword) dwords[count++] = dword;
  }
  const auto used = dwords.first(count);
  if (!atomic) {
    if (!std::ranges::is_sorted(used)) std::ranges::sort(used);
    count -= std::ranges::unique(used).size();
  }
  std::array<std::uint32_t, kSlmArrays> turns{};
  for (const std::uint32_t dword : dwords.first(count)) ++turns[dword % kSlmArrays];
  return {.taken = *std::ranges::max_element(turns),
          .least = static_cast<std::uint32_t>((count + kSlmArrays - 1) / kSlmArrays)};
}

}  // namespace eugene::profile
