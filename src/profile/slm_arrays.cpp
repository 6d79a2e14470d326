#include "profile/slm_arrays.h"

#include <algorithm>
#include <array>
#include <vector>

namespace eugene::profile {

SlmClocks slm_clocks(std::span<const AccessedElement> elements, bool atomic, const SlmShape& shape) {
  constexpr std::size_t kUsual = 64;
  const std::uint64_t width = shape.width;
  const auto first_dword = [=](const AccessedElement& each) { return each.place / width; };
  const auto find_end = [=](const AccessedElement& each) {
    return (each.place + std::max(each.bytes, 1U) - 1) / width + 1;
  };
  std::size_t count = 0;
  for (const AccessedElement& each : elements) count += find_end(each) - first_dword(each);
  std::array<std::uint64_t, kUsual> usual;
  std::vector<std::uint64_t> many(count > kUsual ? count : 0);
  const std::span<std::uint64_t> dwords = many.empty() ? std::span<std::uint64_t>(usual) : std::span(many);
  count = 0;
  for (const AccessedElement& each : elements) {
    for (std::uint64_t dword = first_dword(each); dword < find_end(each); ++dword) dwords[count++] = dword;
  }
  const auto used = dwords.first(count);
  if (!atomic) {
    if (!std::ranges::is_sorted(used)) std::ranges::sort(used);
    count -= std::ranges::unique(used).size();
  }
  std::array<std::uint32_t, kUsual> few{};
  std::vector<std::uint32_t> more(shape.arrays > kUsual ? shape.arrays : 0);
  const auto turns = (more.empty() ? std::span<std::uint32_t>(few) : std::span(more)).first(shape.arrays);
  for (const std::uint64_t dword : dwords.first(count)) ++turns[dword % shape.arrays];
  return {.taken = *std::ranges::max_element(turns),
          .least = static_cast<std::uint32_t>((count + shape.arrays - 1) / shape.arrays)};
}

}  // namespace eugene::profile
