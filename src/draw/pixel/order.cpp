#include "draw/pixel/order.h"

#include <algorithm>
#include <unordered_map>

namespace eugene::draw {
namespace {

// How often each block of the screen was drawn, in a table of the blocks of a rectangle.
class BlockTable {
 public:
  explicit BlockTable(std::span<const Fragment> fragments) {
    std::uint32_t right = 0, bottom = 0, last_layer = 0;
    left_ = top_ = first_layer_ = ~std::uint32_t{0};
    for (const Fragment& each : fragments) {
      left_ = std::min<std::uint32_t>(left_, each.block.x / Block::kSide);
      top_ = std::min<std::uint32_t>(top_, each.block.y / Block::kSide);
      first_layer_ = std::min<std::uint32_t>(first_layer_, each.layer);
      right = std::max<std::uint32_t>(right, each.block.x / Block::kSide);
      bottom = std::max<std::uint32_t>(bottom, each.block.y / Block::kSide);
      last_layer = std::max<std::uint32_t>(last_layer, each.layer);
    }
    if (fragments.empty()) return;
    columns_ = right - left_ + 1;
    rows_ = bottom - top_ + 1;
    layers_ = last_layer - first_layer_ + 1;
  }

  std::uint64_t size() const { return std::uint64_t{columns_} * rows_ * layers_; }
  void clear() { drawn_.assign(size(), 0); }
  std::uint32_t& operator[](const Fragment& fragment) {
    const std::uint64_t row =
        (fragment.layer - first_layer_) * std::uint64_t{rows_} + fragment.block.y / Block::kSide - top_;
    return drawn_[row * columns_ + fragment.block.x / Block::kSide - left_];
  }

 private:
  std::uint32_t left_ = 0, top_ = 0, first_layer_ = 0;
  std::uint32_t columns_ = 0, rows_ = 0, layers_ = 0;
  std::vector<std::uint32_t> drawn_;
};

// `drawn` gives the number of fragments that were drawn to a fragment's block of the screen.
template <class Drawn>
std::vector<std::vector<std::uint32_t>> divide(std::span<const Fragment> fragments, Drawn drawn) {
  std::vector<std::vector<std::uint32_t>> rounds;
  for (std::uint32_t i = 0; i < fragments.size(); ++i) {
    const std::uint32_t round = drawn(fragments[i])++;
    if (round == rounds.size()) rounds.emplace_back();
    rounds[round].push_back(i);
  }
  return rounds;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> divide_into_rounds(std::span<const Fragment> fragments) {
  constexpr std::uint64_t kBlocksOfFragment = 16;  // a larger table takes longer to clear than a map to fill
  constexpr std::uint64_t kSmall = 4096;
  BlockTable table(fragments);
  if (table.size() <= fragments.size() * kBlocksOfFragment + kSmall) {
    table.clear();
    return divide(fragments, [&](const Fragment& each) -> std::uint32_t& { return table[each]; });
  }
  std::unordered_map<std::uint64_t, std::uint32_t> drawn;
  drawn.reserve(fragments.size());
  return divide(fragments, [&](const Fragment& each) -> std::uint32_t& {
    return drawn[std::uint64_t{each.layer} << 32 | std::uint64_t{each.block.y} << 16 | each.block.x];
  });
}

}  // namespace eugene::draw
