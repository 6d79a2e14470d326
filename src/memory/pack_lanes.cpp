#include "memory/pack_lanes.h"

#include <algorithm>

#include "base/bits.h"

namespace eugene::memory {

bool packs_lanes(const PixelFormat& format) {
  if (format.family != FormatFamily::channels || format.is_srgb) return false;
  return std::ranges::all_of(format.channels, [](const PixelFormat::Channel& channel) {
    return channel.bits == 0 || channel.low / 32 == (channel.low + channel.bits - 1) / 32;
  });
}

bool has_dword_channels(const PixelFormat& format) {
  unsigned dwords = 0;  // with a channel
  for (const auto& [low, bits, type] : format.channels) {
    using enum ChannelType;
    if (bits == 0) continue;
    if (bits != 32 || (type != uint && type != sint && type != float_)) return false;
    dwords |= 1U << low / 32U;
  }
  return dwords == low_mask(format.bytes / sizeof(std::uint32_t));
}

WordFormat::WordFormat(const PixelFormat& format)
    : format_(&format),
      byte_type_(std::ranges::all_of(format.channels,
                                     [type = format.channels[0].type](const PixelFormat::Channel& channel) {
                                       return channel.bits == 8 && channel.type == type;
                                     }) &&
                         format.bytes == 4
                     ? format.channels[0].type
                     : ChannelType::none) {}

}  // namespace eugene::memory
