// Orders the blocks of pixels of a draw for shading.
//
// Pixel shader threads run on several host workers, but the pixels of a block must be written in the order of the
// triangles. So the blocks of a draw are divided into rounds: a round has each block of the screen at most once, and
// a block of the screen is drawn in earlier rounds for earlier triangles. Rounds run one after the other, which makes
// the picture the same with any number of workers, and the target needs no locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "draw/raster/triangle.h"

namespace eugene::draw {

// Covered pixels of a triangle.
struct Fragment {
  Block block;
  std::uint16_t layer = 0;
  std::uint32_t triangle = 0;
};

// Returns the number of covered pixels.
std::uint64_t count_pixels(std::span<const Fragment> fragments);

// The rounds of fragments, which must live as long. The fragments of a round keep their order.
class Rounds {
 public:
  explicit Rounds(std::span<const Fragment> fragments);

  std::size_t size() const { return ends_.size(); }
  std::span<const Fragment> operator[](std::size_t round) const {
    const std::size_t begin = round == 0 ? 0 : ends_[round - 1];
    return ordered_.subspan(begin, ends_[round] - begin);
  }

 private:
  std::span<const Fragment> ordered_;  // by their rounds
  std::vector<Fragment> copies_;       // if these differ from the fragments
  std::vector<std::uint32_t> ends_;    // of each round, in ordered_
};

}  // namespace eugene::draw
