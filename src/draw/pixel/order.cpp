#include "draw/pixel/order.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/vector_loops.h"

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

// Finds the round of each fragment, and returns the number of rounds. `drawn` gives the number of fragments that were
// drawn to a fragment's block of the screen.
template <class Drawn>
std::uint32_t number_rounds(std::span<const Fragment> fragments, std::vector<std::uint32_t>& rounds, Drawn drawn) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    rounds[i] = drawn(fragments[i])++;
    count = std::max(count, rounds[i] + 1);
  }
  return count;
}

std::uint32_t number_rounds(std::span<const Fragment> fragments, std::vector<std::uint32_t>& rounds) {
  constexpr std::uint64_t kBlocksOfFragment = 16;  // a larger table takes longer to clear than a map to fill
  constexpr std::uint64_t kSmall = 4096;
  BlockTable table(fragments);
  if (table.size() <= fragments.size() * kBlocksOfFragment + kSmall) {
    table.clear();
    return number_rounds(fragments, rounds, [&](const Fragment& each) -> std::uint32_t& { return table[each]; });
  }
  std::unordered_map<std::uint64_t, std::uint32_t> drawn;
  drawn.reserve(fragments.size());
  return number_rounds(fragments, rounds, [&](const Fragment& each) -> std::uint32_t& {
    return drawn[std::uint64_t{each.layer} << 32 | std::uint64_t{each.block.y} << 16 | each.block.x];
  });
}

// Whether all fragments are of one triangle, which has each block once.
bool are_of_one_triangle(std::span<const Fragment> fragments) {
  return std::ranges::all_of(fragments,
                             [&](const Fragment& each) { return each.triangle == fragments.front().triangle; });
}

}  // namespace

EUGENE_VECTOR_LOOPS std::uint64_t count_pixels(std::span<const Fragment> fragments) {
  std::uint64_t pixels = 0;
  for (const Fragment& each : fragments) pixels += static_cast<unsigned>(std::popcount(each.block.pixels));
  return pixels;
}

Rounds::Rounds(std::span<const Fragment> fragments) : ordered_(fragments) {
  if (fragments.empty()) return;
  std::vector<std::uint32_t> rounds;
  std::uint32_t count = 1;
  if (!are_of_one_triangle(fragments)) {
    rounds.resize(fragments.size());
    count = number_rounds(fragments, rounds);
  }
  if (count == 1) {
    ends_.push_back(static_cast<std::uint32_t>(fragments.size()));
    return;
  }
  std::vector<std::uint32_t> next(count + 1);  // where the next fragment of a round is put
  for (const std::uint32_t round : rounds) ++next[round + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  copies_.resize(fragments.size());
  for (std::size_t i = 0; i < fragments.size(); ++i) copies_[next[rounds[i]]++] = fragments[i];
  next.pop_back();
  ends_ = std::move(next);
  ordered_ = copies_;
}

}  // namespace eugene::draw
