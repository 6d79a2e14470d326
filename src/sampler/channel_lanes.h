// Converts channels of eight texels to the values of the EU, and sums to floats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "base/vector8.h"
#include "memory/unpack_lanes.h"
#include "sampler/blend.h"
#include "sampler/channel_source.h"

namespace eugene::sampler {

inline U32x8 float_bits(const F32x8& numbers) { return (U32x8)numbers; }

// Converts one channel of eight texels. The channel is neither a constant nor in a table. Its `bits` begin at bit
// `shift` of `word`, which has a dword of each texel.
template <ChannelSource source>
U32x8 channel_values(const U32x8& word, unsigned shift, unsigned bits) {
  const U32x8 low = word >> shift;
  const auto mask = static_cast<std::uint32_t>(low_mask(bits));
  if constexpr (source == ChannelSource::unorm) {
    const F32x8 codes = __builtin_convertvector((I32x8)(low & mask), F32x8);
    return float_bits(bits == 8 ? memory::unorm_fraction(codes) : codes / static_cast<float>(mask));
  } else if constexpr (source == ChannelSource::uint) {
    return low & mask;
  } else if constexpr (source == ChannelSource::sint) {
    return (U32x8)memory::extend_sign(low, bits);
  } else if constexpr (source == ChannelSource::half) {
    return memory::half_values(low & mask);
  } else {
    static_assert(source == ChannelSource::dword);
    return word;
  }
}

// Rounds sums to floats.
template <class Host>
U32x8 rounded_sums(const F64x8& sums) {
  const F32x8 rounded = Host::to_floats(sums);
  // NOLINTNEXTLINE(misc-redundant-expression): a NaN is not equal to itself
  return choose(rounded != rounded, U32x8{} + kSumNan, float_bits(rounded));
}

// Returns the weighted sum of the corners' `texels`. A corner has a `weight` from 0 to 1, and this weight as doubles in
// `factor`.
template <class Host, bool are_finite, class Corner, std::size_t count, class Convert>
U32x8 blend_corners(const std::array<Corner, count>& corners, const Convert& texels) {
  U32x8 only;
  F64x8 sum{};
  for (std::size_t n = 0; n < count; ++n) {
    U32x8 values = texels(corners[n]);
    if (n == 0) only = values;
    // A texel with weight 0 is ignored, even if it is infinite.
    if constexpr (!are_finite) values = choose(corners[n].weight != 0, values, U32x8{});
    Host::add_products(sum, Host::to_doubles((F32x8)values), corners[n].factor);
  }
  if constexpr (are_finite) return float_bits(Host::to_floats(sum));
  // A texel with the whole weight is returned unchanged, bit for bit.
  return choose(corners[0].weight == 1.0F, only, rounded_sums<Host>(sum));
}

}  // namespace eugene::sampler
