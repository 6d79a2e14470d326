// axis_texels() for eight lanes together, vectorised by the compiler. Included by files with such loops.
#pragma once

#include <array>
#include <cstdint>

#include "base/vector_host.h"
#include "sampler/address.h"

namespace eugene::sampler {

// Two neighbouring texels for each coordinate. The second has `weight` of 256, the first the rest.
struct AxisLanes {
  std::array<I32x8, 2> texel;
  I32x8 weight;
};

// Returns the weights of the two texels, from 0 to 1. They are exact.
inline std::array<F32x8, 2> weights_of(const AxisLanes& lanes) {
  const F32x8 second = __builtin_convertvector(lanes.weight, F32x8) / static_cast<float>(kOne);
  return {1.0F - second, second};
}

// True if one or two additions can move a texel next to the level back into it.
inline bool has_fast_path(const Axis& axis) {
  switch (axis.mode) {
    case AddressMode::clamp:
    case AddressMode::border: return true;
    case AddressMode::wrap:
    case AddressMode::mirror: return axis.normalised && axis.size > 1;
    default: return false;
  }
}

// Rounds numbers below 2^30 down.
inline I32x8 floor_lanes(const F32x8& numbers) {
  const I32x8 cut = __builtin_convertvector(numbers, I32x8);
  return cut + (__builtin_convertvector(cut, F32x8) > numbers);
}

// Folds coordinates into the first copy of the level, like compute_position().
template <AddressMode mode>
F32x8 fold(const F32x8& coordinates) {
  if constexpr (mode == AddressMode::wrap) {
    return coordinates - __builtin_convertvector(floor_lanes(coordinates), F32x8);
  } else if constexpr (mode == AddressMode::mirror) {
    // Adding and subtracting 3 * 2^22 rounds to the nearest even integer, like std::rint(): the mantissa has no bits
    // left for a fraction.
    constexpr float kNoFractions = 3 << 22;
    const F32x8 pairs = (0.5F * coordinates + kNoFractions) - kNoFractions;
    const F32x8 folded = coordinates - 2.0F * pairs;
    return (F32x8)((I32x8)folded & INT32_MAX);
  } else {
    return coordinates;
  }
}

// Like find_texel(), for an index at most one outside the level.
template <AddressMode mode>
I32x8 bring_back(const I32x8& index, std::int32_t size) {
  const I32x8 below = index < 0;
  const I32x8 above = index >= size;
  if constexpr (mode == AddressMode::border) return choose(below | above, I32x8{} + kBorderTexel, index);
  if constexpr (mode == AddressMode::wrap) return index + (below & size) - (above & size);
  if constexpr (mode == AddressMode::mirror) return choose(below, ~index, choose(above, 2 * size - 1 - index, index));
  return choose(below, I32x8{}, choose(above, I32x8{} + (size - 1), index));
}

// Returns false if a coordinate is too large for 32 bits or for fold().
template <class Host, AddressMode mode>
bool find_fast_path(const Axis& axis, const F32x8& coordinates, bool linear, AxisLanes& to) {
  constexpr float kFarCoordinate = 1 << 22;
  constexpr float kFarPosition = 1 << 30;
  const auto is_far = [](const F32x8& numbers, float far) { return ~((numbers < far) & (numbers > -far)); };  // or NaN
  if (Host::any(is_far(coordinates, kFarCoordinate))) return false;
  const F32x8 folded = axis.normalised ? fold<mode>(coordinates) * static_cast<float>(axis.size) : coordinates;
  const F32x8 position = folded * static_cast<float>(kOne);  // exact
  if (Host::any(is_far(position, kFarPosition))) return false;
  I32x8 at = floor_lanes(position);
  // The difference is exact; position + 0.5 might not be.
  if (axis.rounds) at -= position - __builtin_convertvector(at, F32x8) >= 0.5F;
  if (linear) at -= kOne / 2;
  to.weight = linear ? at & (kOne - 1) : I32x8{};
  const I32x8 first = at >> kPositionBits;
  to.texel[0] = bring_back<mode>(first, axis.size);
  to.texel[1] = bring_back<mode>(first - (to.weight != 0), axis.size);
  return true;
}

template <class Host>
bool find_fast_path(const Axis& axis, const F32x8& coordinates, bool linear, AxisLanes& to) {
  if (!has_fast_path(axis)) return false;
  switch (axis.mode) {
    case AddressMode::border: return find_fast_path<Host, AddressMode::border>(axis, coordinates, linear, to);
    case AddressMode::wrap: return find_fast_path<Host, AddressMode::wrap>(axis, coordinates, linear, to);
    case AddressMode::mirror: return find_fast_path<Host, AddressMode::mirror>(axis, coordinates, linear, to);
    default: return find_fast_path<Host, AddressMode::clamp>(axis, coordinates, linear, to);
  }
}

// Like axis_texels() without an offset, for eight lanes. The lanes are computed one after the other here, and together
// in find_texels().
[[gnu::noinline]] inline void find_texels_one_by_one(const Axis& axis, const F32x8& coordinates, bool linear,
                                                     AxisLanes& to) {
  for (unsigned lane = 0; lane < kVectorLanes; ++lane) {
    const AxisTexels texels = axis_texels(axis, coordinates[lane], linear, 0);
    to.texel[0][lane] = texels.texel[0];
    to.texel[1][lane] = texels.texel[1];
    to.weight[lane] = texels.weight;
  }
}
template <class Host>
void find_texels(const Axis& axis, const F32x8& coordinates, bool linear, AxisLanes& to) {
  if (!find_fast_path<Host>(axis, coordinates, linear, to)) find_texels_one_by_one(axis, coordinates, linear, to);
}
// The same if the axis has this mode and a fast path.
template <class Host, AddressMode mode>
void find_texels(const Axis& axis, const F32x8& coordinates, bool linear, AxisLanes& to) {
  if (!find_fast_path<Host, mode>(axis, coordinates, linear, to)) find_texels_one_by_one(axis, coordinates, linear, to);
}

// Finds the nearest texels, without fractions where truncated positions are only clamped or compared.
template <class Host, AddressMode mode>
I32x8 find_nearest(const Axis& axis, const F32x8& coordinates) {
  constexpr bool is_clamp = mode == AddressMode::clamp;
  if (axis.rounds || (!is_clamp && mode != AddressMode::border)) {
    AxisLanes lanes;
    find_texels<Host, mode>(axis, coordinates, false, lanes);
    return lanes.texel[0];
  }
  const auto size = static_cast<float>(axis.size);
  const F32x8 at = axis.normalised ? coordinates * size : coordinates;
  if constexpr (is_clamp) {
    const F32x8 from_first = choose(at > 0.0F, at, F32x8{});  // 0 for a NaN
    const F32x8 last = F32x8{} + (size - 1);
    return __builtin_convertvector(choose(from_first < last, from_first, last), I32x8);
  }
  // NOLINTNEXTLINE(misc-redundant-expression): a NaN is not equal to itself
  const F32x8 number = choose(at == at, at, F32x8{});
  const I32x8 inside = (number >= 0.0F) & (number < size);
  return choose(inside, __builtin_convertvector(choose(inside, number, F32x8{}), I32x8), I32x8{} + kBorderTexel);
}
template <class Host>
I32x8 find_nearest(const Axis& axis, const F32x8& coordinates) {
  if (axis.mode == AddressMode::clamp) return find_nearest<Host, AddressMode::clamp>(axis, coordinates);
  if (axis.mode == AddressMode::border) return find_nearest<Host, AddressMode::border>(axis, coordinates);
  AxisLanes lanes;
  find_texels<Host>(axis, coordinates, false, lanes);
  return lanes.texel[0];
}

}  // namespace eugene::sampler
