// Which levels of a surface a sample takes, and how much of each (SKL PRM vol7 "LOD Computation", "Mip Mapping").
#pragma once

#include <array>
#include <cstdint>

#include "sampler/state.h"

namespace eugene::sampler {

// Changes of u, v and r from a pixel to its neighbour in x and in y.
struct Gradients {
  std::array<float, 3> dx{};
  std::array<float, 3> dy{};
  bool operator==(const Gradients&) const = default;
};

// Properties of a surface that the choice of a level depends on.
struct Levels {
  std::array<float, 3> scale{1, 1, 1};  // texels of the first level per unit of a coordinate; 0 where there is no axis
  std::uint8_t count = 1;               // levels from the first on
  std::int32_t minimum = 0;             // Resource Min LOD, in 1/256
  std::int32_t base = 0;                // Base Mip Level, in 1/256
};

// log2 of a positive value in 1/256, rounded to the nearest. Only multiplications are used, so every host gets the same
// result. For 0 and less, NaN and infinity the result is the end of the range of levels.
std::int32_t fixed_log2(double value);
// A level in 1/256, rounded to the nearest; NaN is 0.
std::int32_t fixed_lod(float lod);

struct Footprint {
  std::int32_t lod = 0;  // in 1/256, from the gradients alone
  unsigned samples = 1;  // along the longer gradient
  bool along_y = false;  // which is the longer
};
// `max_samples`: 1, unless filtering is anisotropic.
Footprint footprint(const Levels& levels, const Gradients& gradients, unsigned max_samples);

struct LevelChoice {
  bool magnified = false;
  std::uint8_t first = 0;  // from the surface's first level on
  std::uint8_t second = 0;
  std::int32_t weight = 0;     // of the second, of 256
  std::int32_t clamped = 0;    // the level of detail as it was used, in 1/256
  std::int32_t unclamped = 0;  // before minimum, maximum and the surface's levels
  bool operator==(const LevelChoice&) const = default;
};
// `lod` as computed or given, with the message's bias; `minimum`: the message's own, 0 if it has none.
LevelChoice choose_levels(const SamplerState& state, const Levels& levels, std::int32_t lod, std::int32_t minimum);

}  // namespace eugene::sampler
