#include "draw/pixel/order.h"

#include <unordered_map>

namespace eugene::draw {

std::vector<std::vector<std::uint32_t>> divide_into_rounds(std::span<const Fragment> fragments) {
  std::vector<std::vector<std::uint32_t>> rounds;
  std::unordered_map<std::uint64_t, std::uint32_t> drawn;  // how often each block of the screen was drawn
  drawn.reserve(fragments.size());
  for (std::uint32_t i = 0; i < fragments.size(); ++i) {
    const Fragment& fragment = fragments[i];
    const std::uint64_t place =
        std::uint64_t{fragment.layer} << 32 | std::uint64_t{fragment.block.y} << 16 | fragment.block.x;
    const std::uint32_t round = drawn[place]++;
    if (round == rounds.size()) rounds.emplace_back();
    rounds[round].push_back(i);
  }
  return rounds;
}

}  // namespace eugene::draw
