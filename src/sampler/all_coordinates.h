// The coordinates of a message's lanes as vectors.
#pragma once

#include <array>

#include "base/vector8.h"
#include "sampler/plain.h"

namespace eugene::sampler {

// The coordinates of all lanes, eight at a time. Read before any texel is written, because texels may overwrite them.
template <class Vector>
struct AllCoordinates {
  std::array<std::array<Vector, 3>, kLanes / kVectorLanes> eight;

  template <class T>
  AllCoordinates(const std::array<const T*, 3>& at, unsigned lanes) {
    for (unsigned first = 0; first < lanes; first += kVectorLanes)
      for (unsigned axis = 0; axis < at.size(); ++axis)
        eight[first / kVectorLanes][axis] = at[axis] == nullptr ? Vector{} : load8<Vector>(at[axis] + first);
  }
};

}  // namespace eugene::sampler
