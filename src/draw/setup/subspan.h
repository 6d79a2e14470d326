// The values of planes at the four pixels of a subspan, as vectors. For code that call_for_host() compiles
// (base/vector_host.h). Each value is computed by the operations of ScreenPlane::at(), so it has the same bits.
#pragma once

#include <cstdint>

#include "base/vector8.h"
#include "draw/setup/screen_triangle.h"

namespace eugene::draw {

using SubspanDoubles = F64x8::Half;
using SubspanFloats [[gnu::vector_size(4 * sizeof(float))]] = float;

// The middles of the pixels.
struct SubspanCentres {
  SubspanDoubles x, y;

  // The upper left pixel is in `column` and `row`.
  SubspanCentres(std::uint32_t column, std::uint32_t row)
      : x(SubspanDoubles{0.5, 1.5, 0.5, 1.5} + static_cast<double>(column)),
        y(SubspanDoubles{0.5, 0.5, 1.5, 1.5} + static_cast<double>(row)) {}
};

inline SubspanDoubles values_at(const ScreenPlane& plane, const SubspanCentres& at) {
  return plane.by_x * at.x + plane.by_y * at.y + plane.origin;
}

inline SubspanFloats to_floats(const SubspanDoubles& numbers) {
  return __builtin_convertvector(numbers, SubspanFloats);
}

// Returns the values of two subspans.
inline F32x8 join(const SubspanFloats& first, const SubspanFloats& second) {
  return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Returns ScreenTriangle::depth_at() of two subspans.
inline F32x8 depths_at(const ScreenTriangle& triangle, const SubspanCentres& first, const SubspanCentres& second) {
  const ScreenPlane& plane = triangle.setup.depth;
  F32x8 depths = join(to_floats(values_at(plane, first)), to_floats(values_at(plane, second)));
  const F32x8 least = F32x8{} + triangle.min_depth, most = F32x8{} + triangle.max_depth;
  depths = choose(depths < least, least, depths);
  return choose(most < depths, most, depths);
}

}  // namespace eugene::draw
