#include "sampler/lod.h"

#include <algorithm>
#include <array>
#include <bit>
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

constexpr unsigned kSteps = 2 << kLodFractionBits;  // of a logarithm from 0 to 1: one more bit, for rounding
constexpr unsigned kMantissaBits = 52, kExponentBias = 1023;
constexpr std::uint64_t kMantissas = std::uint64_t{1} << kMantissaBits;

double number_of(std::uint64_t mantissa) {
  return std::bit_cast<double>(std::uint64_t{kExponentBias} << kMantissaBits | mantissa);
}

// Returns the logarithm of a number from 1 to 2 in steps, rounded down: each squaring gives a bit.
unsigned log2_by_squaring(double number) {
  unsigned result = 0;
  for (unsigned bit = 1; bit < kSteps; bit *= 2) {
    number *= number;
    result *= 2;
    if (number >= 2) {
      number /= 2;
      ++result;
    }
  }
  return result;
}

// Finds the results of log2_by_squaring() in a table. The results never decrease with the mantissa, so the table only
// has the first mantissa of each result. Squaring takes ten times as long, and each quad of pixels needs a logarithm.
class LogarithmTable {
 public:
  LogarithmTable() {
    for (unsigned step = 1; step < kSteps; ++step) first_[step] = find_first(step);
    first_[kSteps] = kMantissas;
    for (std::uint64_t part = 0; part < kParts; ++part)
      steps_[part] = static_cast<std::uint16_t>(log2_by_squaring(number_of(part << kPartBits)));
  }

  unsigned find(std::uint64_t mantissa) const {
    const unsigned least = steps_[mantissa >> kPartBits];
    return least + (mantissa >= first_[least + 1] ? 1 : 0);
  }

 private:
  // A step is longer than a part, so the result grows at most once in a part.
  static constexpr std::uint64_t kParts = 1024;
  static constexpr unsigned kPartBits = kMantissaBits - 10;
  static_assert(kMantissas >> kPartBits == kParts);

  // Returns the least mantissa whose result is at least `step`.
  static std::uint64_t find_first(unsigned step) {
    std::uint64_t below = 0, above = kMantissas;
    while (above - below > 1) {
      const std::uint64_t middle = (below + above) / 2;
      (log2_by_squaring(number_of(middle)) < step ? below : above) = middle;
    }
    return above;
  }

  std::array<std::uint64_t, kSteps + 1> first_{};
  std::array<std::uint16_t, kParts> steps_{};
};

}  // namespace

// Denormal numbers and infinity have exponents beyond the limits, whatever their mantissa.
std::int32_t fixed_log2(double value) {
  static const LogarithmTable table;
  if (!(value > 0)) return -kLodLimit;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto exponent = static_cast<std::int32_t>(bits >> kMantissaBits) - static_cast<std::int32_t>(kExponentBias);
  const auto steps = static_cast<std::int32_t>(table.find(bits & (kMantissas - 1)));
  return std::clamp((exponent * static_cast<std::int32_t>(kSteps) + steps + 1) >> 1, -kLodLimit, kLodLimit);
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
