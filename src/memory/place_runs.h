// Predicts where later messages of an instruction access an image, for prefetches. In a tile, neighbouring rows are
// next to each other, but the next columns are some hundred bytes away, and the next tile 4 KB: the processor does not
// expect such accesses. The threads of a group access the rows of a tile one after the other. Then the next group does
// the same in another tile.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/view.h"

namespace eugene::memory {

// Predicts the places of later messages of one instruction. A place is an offset in the image's memory. A run is a
// sequence of messages whose places are near each other. The distance from the start of a run to the start of the next
// run is assumed to be the same for all runs.
class PlaceRuns {
 public:
  // Prefetches the places where a message of the next run will probably access `memory`, if this message accesses eight
  // elements. `first` and `middle` are the places of elements 0 and 4, which are in different cache lines of a Y tile.
  template <Access access>
  void prefetch_next(const std::byte* memory, std::uint32_t first, std::uint32_t middle) {
    const std::byte* next = memory + distance_to_next(first);
    for (const std::uint32_t place : {first, middle})
      __builtin_prefetch(next + static_cast<std::int32_t>(place), access == Access::write ? 1 : 0);
  }

  // Returns the distance from `place`, where the instruction's message accesses the image now, to where a message of
  // the next run probably will: as far away as this run is from the run before.
  std::int32_t distance_to_next(std::uint32_t place) {
    constexpr std::uint32_t kNear = 2048;  // bytes; half a tile
    if (place - last_ + kNear > 2 * kNear) {
      distance_ = place - first_;
      first_ = place;
    }
    last_ = place;
    return static_cast<std::int32_t>(distance_);
  }

 private:
  std::uint32_t first_ = 0;  // of this run
  std::uint32_t last_ = 0;   // of the message before
  std::uint32_t distance_ = 0;
};

}  // namespace eugene::memory
