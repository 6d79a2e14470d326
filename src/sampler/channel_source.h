// Sources of channels: how a channel of a texel becomes a value of the EU. A TexelKind is a kind of texel that can have
// code of its own (plain_plane.h).
#pragma once

#include <cstdint>

namespace eugene::sampler {

// A constant is the same for all texels. A table has the result for each value of the channel's byte. The others are
// types of channels: fractions, integers, halves, and dwords that are not converted.
enum class ChannelSource : std::uint8_t { constant, unorm, uint, sint, half, dword, table };

// Whether no value of the channel is infinite or NaN.
constexpr bool is_finite(ChannelSource source) {
  return source != ChannelSource::half && source != ChannelSource::dword;
}
// Whether the values are integers of the EU, which are not filtered.
constexpr bool is_integer(ChannelSource source) {
  return source == ChannelSource::uint || source == ChannelSource::sint;
}

// A texel whose channels, except constants, all have the same source and size.
struct TexelKind {
  ChannelSource source = ChannelSource::unorm;
  std::uint8_t bits = 8;   // of a channel
  std::uint8_t bytes = 4;  // of the texel
  bool operator==(const TexelKind&) const = default;
};

}  // namespace eugene::sampler
