// Reduces the texels of a sample to one value: their weighted sum, minimum or maximum. If the message has a reference,
// each texel is first compared with it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "memory/format.h"
#include "sampler/state.h"

namespace eugene::sampler {

// Returns whether `texel` op `reference` holds. With a NaN, only "not equal" and "always" hold.
constexpr bool holds(Comparison comparison, float texel, float reference) {
  switch (comparison) {
    case Comparison::always: return true;
    case Comparison::never: return false;
    case Comparison::less: return texel < reference;
    case Comparison::equal: return texel == reference;
    case Comparison::less_equal: return texel <= reference;
    case Comparison::greater: return texel > reference;
    case Comparison::not_equal: return texel != reference;
    case Comparison::greater_equal: return texel >= reference;
  }
  return false;
}

// Every NaN sum becomes this NaN: if both operands of an addition are NaNs, the compiler determines which one results.
inline constexpr std::uint32_t kSumNan = 0x7FC00000;

// Returns the sum as the bits of a float.
inline std::uint32_t rounded_sum(double sum) {
  return sum != sum ? kSumNan : std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

class Blend {
 public:
  Blend(const SamplerState& state, std::optional<float> reference)
      : reduction_(state.reduction), comparison_(state.comparison), reference_(reference) {}

  void add(memory::Pixel texel, double weight) {
    if (reference_) {
      const bool fails = !holds(comparison_, std::bit_cast<float>(texel[0]), *reference_);
      texel[0] = std::bit_cast<std::uint32_t>(fails ? 1.0F : 0.0F);
    }
    if (count_++ == 0) only_ = texel;
    for (unsigned channel = 0; channel < 4; ++channel) {
      const double value = std::bit_cast<float>(texel[channel]);
      switch (reduction_) {
        case Reduction::minimum: sum_[channel] = count_ == 1 ? value : std::min(sum_[channel], value); break;
        case Reduction::maximum: sum_[channel] = count_ == 1 ? value : std::max(sum_[channel], value); break;
        default: sum_[channel] += value * weight; break;
      }
    }
  }

  // A single texel is returned unchanged, bit for bit.
  memory::Pixel result() const {
    if (count_ <= 1) return only_;
    memory::Pixel pixel;
    for (unsigned channel = 0; channel < 4; ++channel) {
      pixel[channel] = rounded_sum(sum_[channel]);
    }
    return pixel;
  }

 private:
  Reduction reduction_;
  Comparison comparison_;
  std::optional<float> reference_;
  unsigned count_ = 0;
  memory::Pixel only_{};
  std::array<double, 4> sum_{};
};

}  // namespace eugene::sampler
