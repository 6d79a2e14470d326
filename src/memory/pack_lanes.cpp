#include "memory/pack_lanes.h"

#include <algorithm>

namespace eugene::memory {

bool packs_lanes(const PixelFormat& format) {
  if (format.family != FormatFamily::channels || format.is_srgb) return false;
  return std::ranges::all_of(format.channels, [](const PixelFormat::Channel& channel) {
    return channel.bits == 0 || channel.low / 32 == (channel.low + channel.bits - 1) / 32;
  });
}

bool has_dword_channels(const PixelFormat& format) {
  return std::ranges::all_of(format.channels, [](const PixelFormat::Channel& channel) {
    using enum ChannelType;
    const bool is_unchanged = channel.type == uint || channel.type == sint || channel.type == float_;
    return channel.bits == 0 || (channel.bits == 32 && is_unchanged);
  });
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
