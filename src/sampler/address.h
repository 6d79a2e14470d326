// Converts a texture coordinate to the neighbouring texels, one axis at a time (SKL PRM vol7 "Texture Coordinate
// Processing").
//
// As in hardware, a coordinate becomes a position in texels with 8 fraction bits, so linear filtering has steps of
// 1/256 of the difference of two texels. The address mode moves positions outside the level back into it, or marks them
// as border. For wrap and mirror this has two steps: the coordinate is folded first, in floating point, so that large
// ones lose no precision; then the one neighbour past the edge that filtering needs is moved back.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "sampler/state.h"

namespace eugene::sampler {

inline constexpr int kPositionBits = 8;                   // fraction bits of a position, and of a weight
inline constexpr std::int32_t kOne = 1 << kPositionBits;  // one texel, or all of the weight
inline constexpr std::int32_t kBorderTexel = INT32_MIN;   // marks a position outside the level
inline constexpr std::int64_t kMaxPosition = std::int64_t{1} << 40;

// Up to two texels. The second has `weight` of 256, the first the rest.
struct AxisTexels {
  std::array<std::int32_t, 2> texel{0, 0};
  std::int32_t weight = 0;
  bool operator==(const AxisTexels&) const = default;
};

// How coordinates of one axis are addressed.
struct Axis {
  AddressMode mode = AddressMode::clamp;
  bool normalised = true;
  bool rounds = false;
  std::int32_t size = 1;  // texels
};

struct Position {
  std::int64_t at = 0;    // in 1/256 of a texel
  bool reversed = false;  // the coordinate is in a mirrored copy: offsets are subtracted
  bool operator==(const Position&) const = default;
};

// Converts a coordinate to a position. A NaN becomes 0.
inline Position compute_position(const Axis& axis, float coordinate) {
  Position position;
  if (std::isnan(coordinate)) coordinate = 0;
  if (axis.normalised) {
    if (axis.mode == AddressMode::wrap && std::isfinite(coordinate)) {
      coordinate -= std::floor(coordinate);
    } else if (axis.mode == AddressMode::mirror && std::isfinite(coordinate)) {
      const float folded = coordinate - 2.0F * std::rint(0.5F * coordinate);
      position.reversed = std::signbit(folded);
      coordinate = std::fabs(folded);
    } else if (axis.mode == AddressMode::mirror_once) {
      position.reversed = std::signbit(coordinate);
      coordinate = std::fabs(coordinate);
    }
    coordinate *= static_cast<float>(axis.size);
  }
  const double fixed = static_cast<double>(coordinate) * kOne;
  const double whole = std::floor(axis.rounds ? fixed + 0.5 : fixed);
  constexpr auto kMax = static_cast<double>(kMaxPosition);
  position.at = static_cast<std::int64_t>(std::clamp(whole, -kMax, kMax));
  return position;
}

// Returns the texel that the address mode selects for `index`, which may be outside the level.
inline std::int32_t find_texel(AddressMode mode, std::int64_t index, std::int32_t size) {
  if (index >= 0 && index < size) return static_cast<std::int32_t>(index);
  const auto modulo = [](std::int64_t value, std::int64_t by) { return ((value % by) + by) % by; };
  switch (mode) {
    case AddressMode::wrap: return static_cast<std::int32_t>(modulo(index, size));
    case AddressMode::mirror: {
      const std::int64_t twice = modulo(index, 2 * std::int64_t{size});
      return static_cast<std::int32_t>(twice < size ? twice : 2 * std::int64_t{size} - 1 - twice);
    }
    case AddressMode::mirror_101: {  // mirrors without repeating the edge texel
      if (size == 1) return 0;
      const std::int64_t period = 2 * std::int64_t{size} - 2;
      const std::int64_t at = modulo(index, period);
      return static_cast<std::int32_t>(at < size ? at : period - at);
    }
    case AddressMode::mirror_once: {
      const std::int64_t at = index < 0 ? -1 - index : index;
      return static_cast<std::int32_t>(std::min<std::int64_t>(at, size - 1));
    }
    case AddressMode::border:
    case AddressMode::half_border: return kBorderTexel;
    default: return static_cast<std::int32_t>(std::clamp<std::int64_t>(index, 0, size - 1));
  }
}

// The first texel and the weight of the next one. find_texel() must still be applied.
struct AxisIndices {
  std::int64_t first = 0;
  std::int32_t weight = 0;
};
// Adds the message's offset, in texels, before the half border mode clamps the position: OpenGL's GL_CLAMP works like
// this. The nearest texel of a clamped position is never the border.
inline AxisIndices compute_indices(const Axis& axis, const Position& position, bool linear, int offset) {
  std::int64_t at = position.at + std::int64_t{position.reversed ? -offset : offset} * kOne;
  if (axis.mode == AddressMode::half_border) {
    at = std::clamp<std::int64_t>(at, 0, std::int64_t{axis.size} * kOne - (linear ? 0 : 1));
  }
  if (linear) at -= kOne / 2;
  return {at >> kPositionBits, static_cast<std::int32_t>(linear ? at & (kOne - 1) : 0)};
}

inline AxisTexels axis_texels(const Axis& axis, float coordinate, bool linear, int offset) {
  const AxisIndices indices = compute_indices(axis, compute_position(axis, coordinate), linear, offset);
  AxisTexels texels{.texel = {find_texel(axis.mode, indices.first, axis.size), 0}, .weight = indices.weight};
  texels.texel[1] = indices.weight == 0 ? texels.texel[0] : find_texel(axis.mode, indices.first + 1, axis.size);
  return texels;
}

// Returns the two texels that linear filtering would use, whatever their weights, in the order of growing coordinates.
// In a mirrored copy the order of indices is reversed.
inline std::array<std::int64_t, 2> find_neighbours(const Axis& axis, float coordinate, int offset) {
  const Position position = compute_position(axis, coordinate);
  const auto [first, weight] = compute_indices(axis, position, true, offset);
  if (!position.reversed) return {first, first + 1};
  // Exactly at a texel's centre, that texel comes first, then the next one as the coordinate grows.
  if (weight == 0) return {first, first - 1};
  return {first + 1, first};
}

}  // namespace eugene::sampler
