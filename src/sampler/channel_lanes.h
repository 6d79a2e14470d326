// Converts channels of eight texels to the values of the EU, and sums to floats.
#pragma once

#include "base/vector8.h"
#include "memory/unpack_lanes.h"
#include "sampler/blend.h"

namespace eugene::sampler {

inline U32x8 float_bits(const F32x8& numbers) { return (U32x8)numbers; }

// Converts bytes to fractions of 255, for most formats.
inline U32x8 unorm_values(const U32x8& bytes) {
  return float_bits(memory::unorm_fraction(__builtin_convertvector((I32x8)bytes, F32x8)));
}

// Converts halves to floats. Zeros, denormals, infinities and NaNs are marked in `special` instead.
inline U32x8 half_values(const U32x8& codes, I32x8& special) {
  constexpr std::uint32_t kExponents = 0x7C00;
  const U32x8 exponents = codes & kExponents;
  special = (I32x8)(exponents == 0) | (I32x8)(exponents == kExponents);
  return (codes & 0x8000U) << 16 | (((codes & 0x7FFFU) << 13) + (112U << 23));
}

// Rounds sums to floats.
template <class Host>
U32x8 rounded_sums(const F64x8& sums) {
  const F32x8 rounded = Host::to_floats(sums);
  // NOLINTNEXTLINE(misc-redundant-expression): a NaN is not equal to itself
  return choose(rounded != rounded, U32x8{} + kSumNan, float_bits(rounded));
}

}  // namespace eugene::sampler
