#include "sampler/lod.h"

#include <algorithm>
#include <cmath>

namespace eugene::sampler {
namespace {

constexpr std::int32_t kOneLevel = 1 << kLodFractionBits;
constexpr std::int32_t kLodLimit = 64 * kOneLevel;  // larger than any level

double length_squared(const Levels& levels, const std::array<float, 3>& gradient) {
  double sum = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const double texels = static_cast<double>(gradient[axis]) * static_cast<double>(levels.scale[axis]);
    sum += texels * texels;
  }
  return sum;
}

}  // namespace

std::int32_t fixed_log2(double value) {
  if (!(value > 0)) return -kLodLimit;
  if (std::isinf(value)) return kLodLimit;
  int exponent = 0;
  double mantissa = 2 * std::frexp(value, &exponent);  // 1 to 2
  std::int32_t result = exponent - 1;
  for (unsigned i = 0; i < kLodFractionBits + 1; ++i) {  // one more bit, for rounding
    mantissa *= mantissa;
    result *= 2;
    if (mantissa >= 2) {
      mantissa /= 2;
      ++result;
    }
  }
  return std::clamp((result + 1) >> 1, -kLodLimit, kLodLimit);
}

std::int32_t fixed_lod(float lod) {
  if (std::isnan(lod)) return 0;
  const double fixed = std::floor(static_cast<double>(lod) * kOneLevel + 0.5);
  return static_cast<std::int32_t>(std::clamp(fixed, double{-kLodLimit}, double{kLodLimit}));
}

Footprint footprint(const Levels& levels, const Gradients& gradients, unsigned max_samples) {
  const double x = length_squared(levels, gradients.dx);
  const double y = length_squared(levels, gradients.dy);
  const double longer = std::max(x, y);
  const double shorter = std::min(x, y);
  // Half the logarithm of the square, rounded once.
  const auto level = [](double squared) {
    const std::int32_t twice = fixed_log2(squared);
    return twice <= -kLodLimit || twice >= kLodLimit ? twice : (twice + 1) >> 1;
  };
  Footprint result{.lod = level(longer), .along_y = y > x};
  if (max_samples <= 1 || !(longer > 1)) return result;
  // The number of samples is the ratio of the longer to the shorter side, rounded up to an even number as in hardware.
  const double ratio = shorter > 0 ? std::sqrt(longer / shorter) : static_cast<double>(max_samples);
  const double bounded = std::min(ratio, static_cast<double>(max_samples));
  if (!(bounded > 1)) return result;
  result.samples = std::min(2 * static_cast<unsigned>(std::ceil(bounded / 2)), max_samples);
  result.lod = level(longer / (bounded * bounded));
  return result;
}

LevelChoice choose_levels(const SamplerState& state, const Levels& levels, std::int32_t lod, std::int32_t minimum) {
  LevelChoice choice;
  lod += state.lod_bias;
  choice.unclamped = lod;
  const std::int32_t least = std::max({state.minimum_lod, levels.minimum, minimum});
  if (state.clamps_lod_first) lod = std::max(std::min(lod, state.maximum_lod), least);
  choice.magnified = lod <= levels.base;
  const std::int32_t last = (levels.count - 1) * kOneLevel;
  if (state.mip_filter == MipFilter::none) {
    const std::int32_t only = std::clamp(std::max(levels.base, levels.minimum), 0, last);
    choice.first = choice.second = static_cast<std::uint8_t>((only + kOneLevel / 2) >> kLodFractionBits);
    choice.clamped = only;
    return choice;
  }
  lod = std::clamp(std::max(std::min(lod, state.maximum_lod), least), 0, last);
  if (state.mip_filter == MipFilter::nearest) lod = (lod + kOneLevel / 2) & ~(kOneLevel - 1);
  choice.clamped = lod;
  choice.first = static_cast<std::uint8_t>(lod >> kLodFractionBits);
  choice.weight = lod & (kOneLevel - 1);
  choice.second = static_cast<std::uint8_t>(choice.first + (choice.weight != 0 ? 1 : 0));
  return choice;
}

}  // namespace eugene::sampler
