// Halves without the conversions of the x86-64's F16C.
#include "eu/execute/half_lanes.h"

#include "eu/execute/lanes.h"
#include "sem/half.h"

namespace eugene::eu {

void widen_halves(std::span<float> floats, const std::byte* halves) {
  for (std::size_t i = 0; i < floats.size(); ++i) floats[i] = sem::half_to_float(lane_at<sem::Half>(halves, i));
}
void narrow_to_halves(std::byte* halves, std::span<const float> floats) {
  for (std::size_t i = 0; i < floats.size(); ++i) set_lane(halves, i, sem::float_to_half(floats[i]));
}

}  // namespace eugene::eu
