// Numbers the different vertices of some primitives.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace eugene::gpu {

// Numbers indices from 0 on, in the order in which they are first seen. A hash table that is allocated once: draws
// number three indices for each triangle.
class VertexNumbers {
 public:
  // Forgets all indices. At most `count` calls of find() may follow.
  void reset(std::size_t count) {
    constexpr std::size_t kLeast = 16;
    const std::size_t slots = std::bit_ceil(std::max(2 * count, kLeast));
    shift_ = kIndexBits - static_cast<unsigned>(std::countr_zero(slots));
    slots_.assign(slots, {});
    size_ = 0;
  }
  // Returns the number of `index`. A new index gets the number size().
  std::uint32_t find(std::uint32_t index) {
    constexpr std::uint32_t kGolden = 0x9E3779B9;  // 2^32 divided by the golden ratio: spreads indices that follow
    std::size_t at = (index * kGolden) >> shift_;
    for (;; at = (at + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[at];
      if (slot.number == kNone) slot = {.index = index, .number = size_++};
      if (slot.index == index) return slot.number;
    }
  }
  // How many different indices there are.
  std::uint32_t size() const { return size_; }

 private:
  static constexpr unsigned kIndexBits = 32;
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Slot {
    std::uint32_t index = 0;
    std::uint32_t number = kNone;
  };

  std::vector<Slot> slots_;  // at least twice as many as indices
  unsigned shift_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace eugene::gpu
