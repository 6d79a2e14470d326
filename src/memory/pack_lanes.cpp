#include "memory/pack_lanes.h"

#include <algorithm>

#include "base/vector8.h"
#include "memory/pack.h"

namespace eugene::memory {
namespace {

static_assert(kPackedPixels == kVectorLanes);

// Rounds to an integer as std::nearbyint() does, for numbers much smaller than 2^51.
I32x8 nearby_integers(const F64x8& numbers) {
  constexpr double kUnits = 0x1.8p52;  // doubles of this size have no fraction
  using Integers [[gnu::vector_size(4 * sizeof(std::int32_t))]] = std::int32_t;
  const auto first = __builtin_convertvector((numbers.first + kUnits) - kUnits, Integers);
  const auto last = __builtin_convertvector((numbers.last + kUnits) - kUnits, Integers);
  return __builtin_shufflevector(first, last, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Converts floats to fractions of `largest`. NaN converts to zero.
U32x8 pack_normalised(const F32x8& numbers, float min, std::uint64_t largest) {
  // NOLINTNEXTLINE(misc-redundant-expression): a NaN is not equal to itself
  F32x8 clamped = choose(numbers != numbers, F32x8{}, numbers);
  clamped = choose(clamped < min, F32x8{} + min, clamped);
  clamped = choose(clamped > 1.0F, F32x8{} + 1.0F, clamped);
  F64x8 scaled = to_doubles(clamped);
  scaled.first *= static_cast<double>(largest);
  scaled.last *= static_cast<double>(largest);
  return (U32x8)nearby_integers(scaled);
}

U32x8 pack_signed(const I32x8& numbers, unsigned width) {
  const auto max = static_cast<std::int32_t>(low_mask(width - 1));
  const I32x8 small = choose(numbers > max, I32x8{} + max, numbers);
  return (U32x8)choose(small < -max - 1, I32x8{} + (-max - 1), small);
}

U32x8 pack_each(ChannelType type, const U32x8& values, unsigned width) {
  return gather8(values, [=](std::uint32_t value) { return pack_channel(type, value, width); });
}

// The wider normalised channels of few formats need more integer bits.
constexpr unsigned kWidestNormalised = 24;

U32x8 pack_channels(ChannelType type, const U32x8& values, unsigned width) {
  switch (type) {
    case ChannelType::uint: {
      const U32x8 max = U32x8{} + static_cast<std::uint32_t>(low_mask(width));
      return choose(values > max, max, values);
    }
    case ChannelType::sint: return pack_signed((I32x8)values, width);
    case ChannelType::unorm:
      if (width <= kWidestNormalised) return pack_normalised((F32x8)values, 0.0F, low_mask(width));
      break;
    case ChannelType::snorm:
      if (width <= kWidestNormalised) return pack_normalised((F32x8)values, -1.0F, low_mask(width - 1));
      break;
    case ChannelType::float_:
      if (width == 32) return values;
      break;
    case ChannelType::none: break;
  }
  return pack_each(type, values, width);
}

}  // namespace

bool packs_lanes(const PixelFormat& format) {
  if (format.family != FormatFamily::channels || format.is_srgb) return false;
  return std::ranges::all_of(format.channels, [](const PixelFormat::Channel& channel) {
    return channel.bits == 0 || channel.low / 32 == (channel.low + channel.bits - 1) / 32;
  });
}

EUGENE_VECTOR_LOOPS
void pack_lanes(const PixelFormat& format, const ComponentLanes& components, PackedLanes& words) {
  std::array<U32x8, 4> packed{};
  for (unsigned i = 4; i-- > 0;) {  // red last: it wins where channels share bits
    const auto [low, width, type] = format.channels[i];
    if (width == 0) continue;
    const auto mask = static_cast<std::uint32_t>(low_mask(width));
    const unsigned shift = low % 32U;
    const U32x8 code = pack_channels(type, load8<U32x8>(components[i]), width) & mask;
    U32x8& word = packed[low / 32U];
    word = (word & ~(mask << shift)) | code << shift;
  }
  for (unsigned i = 0; i < 4; ++i) store8(words[i].data(), packed[i]);
}

}  // namespace eugene::memory
