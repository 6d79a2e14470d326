#include "memory/pack_lanes.h"

#include <algorithm>

namespace eugene::memory {

bool packs_lanes(const PixelFormat& format) {
  if (format.family != FormatFamily::channels || format.is_srgb) return false;
  return std::ranges::all_of(format.channels, [](const PixelFormat::Channel& channel) {
    return channel.bits == 0 || channel.low / 32 == (channel.low + channel.bits - 1) / 32;
  });
}

WordFormat::WordFormat(const PixelFormat& format)
    : format_(&format),
      is_unorm8_(format.bytes == 4 && std::ranges::all_of(format.channels, [](const PixelFormat::Channel& channel) {
                   return channel.bits == 8 && channel.type == ChannelType::unorm;
                 })) {}

}  // namespace eugene::memory
