// Selects the levels of a surface that a sample uses, and their weights (SKL PRM vol7 "LOD Computation", "Mip
// Mapping").
#pragma once

#include <array>
#include <cstdint>

#include "sampler/state.h"

namespace eugene::sampler {

// Differences of u, v and r from a pixel to its neighbours in x and in y.
struct Gradients {
  std::array<float, 3> dx{};
  std::array<float, 3> dy{};
  bool operator==(const Gradients&) const = default;
};

// Properties of a surface that affect the choice of a level.
struct Levels {
  std::array<float, 3> scale{1, 1, 1};  // texels of the first level per unit of a coordinate; 0 for missing axes
  std::uint8_t count = 1;               // number of levels, counted from the first
  std::int32_t minimum = 0;             // Resource Min LOD, in 1/256
  std::int32_t base = 0;                // Base Mip Level, in 1/256
};

// Returns log2 of a positive value in 1/256, rounded to nearest. Uses only multiplications, so every host gets the same
// result. Values up to 0 and NaN give the lowest level, infinity gives the highest.
std::int32_t fixed_log2(double value);
// Converts a level to 1/256, rounded to nearest. NaN becomes 0.
std::int32_t fixed_lod(float lod);

struct Footprint {
  std::int32_t lod = 0;  // in 1/256, computed only from the gradients
  unsigned samples = 1;  // number of samples along the longer gradient
  bool along_y = false;  // the gradient in y is longer
};
// `max_samples` is 1 unless filtering is anisotropic.
Footprint footprint(const Levels& levels, const Gradients& gradients, unsigned max_samples);

struct LevelChoice {
  bool magnified = false;
  std::uint8_t first = 0;  // relative to the surface's first level
  std::uint8_t second = 0;
  std::int32_t weight = 0;     // weight of the second level, of 256
  std::int32_t clamped = 0;    // the level of detail after clamping, in 1/256
  std::int32_t unclamped = 0;  // the level before clamping to minimum, maximum and the surface's levels
  bool operator==(const LevelChoice&) const = default;
};
// `lod` includes the message's bias. `minimum` is the message's own minimum, or 0 if it has none.
LevelChoice choose_levels(const SamplerState& state, const Levels& levels, std::int32_t lod, std::int32_t minimum);

}  // namespace eugene::sampler
