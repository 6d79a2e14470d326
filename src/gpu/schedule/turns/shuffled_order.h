// Shuffles the turns of a group's threads anew for each round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/variation.h"

namespace eugene::gpu {

class ShuffledOrder {
 public:
  ShuffledOrder(std::uint64_t seed, unsigned threads) : numbers_(seed), threads_(threads) {
    std::iota(threads_.begin(), threads_.end(), 0U);
  }
  // Returns the thread that has turn `place` of a round. Must be called for each place in order.
  unsigned operator()(unsigned place) {
    if (place == 0) {
      for (std::size_t i = threads_.size(); i > 1; --i) std::swap(threads_[i - 1], threads_[numbers_.below(i)]);
    }
    return threads_[place];
  }

 private:
  SeededNumbers numbers_;
  std::vector<unsigned> threads_;
};

}  // namespace eugene::gpu
