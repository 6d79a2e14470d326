// Parses the name of a format: either channels from bit 0 up with their widths, followed by their type, such as
// R5G5_SNORM_B6_UNORM; or the family of a compressed format.
#pragma once

#include <cstdint>
#include <string_view>

#include "memory/unpack.h"

namespace eugene::memory {

constexpr ChannelType channel_type(std::string_view word) {
  if (word == "UNORM") return ChannelType::unorm;
  if (word == "SNORM") return ChannelType::snorm;
  if (word == "UINT") return ChannelType::uint;
  if (word == "SINT") return ChannelType::sint;
  if (word == "FLOAT" || word == "SHAREDEXP") return ChannelType::float_;
  return ChannelType::none;
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Parses the number at `at` and moves `at` past it.
constexpr unsigned take_number(std::string_view text, std::size_t& at) {
  unsigned number = 0;
  while (at < text.size() && is_digit(text[at])) number = number * 10 + static_cast<unsigned>(text[at++] - '0');
  return number;
}

// Adds the channels of `layout`, such as R8G8, above bit `low`. X is padding; L sets red, green and blue; I sets all
// four; Y is luma, in green.
constexpr void add_channels(PixelFormat& format, std::string_view layout, ChannelType type, unsigned& low) {
  for (std::size_t at = 0; at < layout.size();) {
    const char letter = layout[at++];
    const unsigned width = take_number(layout, at);
    const PixelFormat::Channel channel{static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(width), type};
    const bool grey = letter == 'L' || letter == 'I';
    if (letter == 'R' || grey) format.channels[0] = channel;
    if (letter == 'G' || letter == 'Y' || grey) format.channels[1] = channel;
    if (letter == 'B' || grey) format.channels[2] = channel;
    if (letter == 'A' || letter == 'I') format.channels[3] = channel;
    low += width;
  }
}

// Channels and their type alternate in the words of a name. SRGB and LD come last.
constexpr void read_channels(PixelFormat& format) {
  std::string_view rest = format.name;
  std::string_view layout;
  unsigned low = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('_'), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const ChannelType type = channel_type(word);
    if (word == "SRGB") format.is_srgb = true;
    if (type != ChannelType::none || word == "TYPELESS") {
      add_channels(format, layout, type, low);
      layout = {};
      if (format.type == ChannelType::none) format.type = type;
    } else if (layout.empty()) {
      layout = word;
    }
    if (word == "SHAREDEXP") format.family = FormatFamily::shared_exponent;
  }
  format.bytes = static_cast<std::uint8_t>(low / 8);
}

template <class Word>
constexpr PixelFormat::Unpack choose_words(ChannelType type) {
  switch (type) {
    case ChannelType::unorm: return &unpack_words<ChannelType::unorm, Word>;
    case ChannelType::snorm: return &unpack_words<ChannelType::snorm, Word>;
    case ChannelType::uint: return &unpack_words<ChannelType::uint, Word>;
    case ChannelType::sint: return &unpack_words<ChannelType::sint, Word>;
    default: return &unpack_words<ChannelType::float_, Word>;
  }
}

constexpr PixelFormat::Unpack choose_unpack(const PixelFormat& format) {
  if (format.family == FormatFamily::shared_exponent) return &unpack_shared_exponent;
  unsigned width = 0;
  for (const PixelFormat::Channel& channel : format.channels) {
    if (channel.bits == 0) continue;
    if (width == 0) width = channel.bits;
    if (channel.bits != width || channel.type != format.type || channel.low % 8 != 0) return &unpack_fields;
  }
  if (format.is_srgb) return width == 8 ? &unpack_srgb8 : &unpack_fields;
  switch (width) {
    case 8: return choose_words<std::uint8_t>(format.type);
    case 16: return choose_words<std::uint16_t>(format.type);
    case 32: return choose_words<std::uint32_t>(format.type);
    default: return &unpack_fields;
  }
}

// Size of a block, and the type of its texels.
struct BlockRow {
  std::string_view prefix;  // of the name; the first matching row is used
  FormatFamily family;
  std::uint8_t bytes;
  ChannelType type;
};

inline constexpr BlockRow kBlockRows[]{
    {"BC1_", FormatFamily::bc, 8, ChannelType::unorm},
    {"DXT1_", FormatFamily::bc, 8, ChannelType::unorm},
    {"BC2_", FormatFamily::bc, 16, ChannelType::unorm},
    {"BC3_", FormatFamily::bc, 16, ChannelType::unorm},
    {"BC4_UNORM", FormatFamily::bc, 8, ChannelType::unorm},
    {"BC4_SNORM", FormatFamily::bc, 8, ChannelType::snorm},
    {"BC5_UNORM", FormatFamily::bc, 16, ChannelType::unorm},
    {"BC5_SNORM", FormatFamily::bc, 16, ChannelType::snorm},
    {"BC6H_", FormatFamily::bc, 16, ChannelType::float_},
    {"BC7_", FormatFamily::bc, 16, ChannelType::unorm},
    {"ETC2_EAC_", FormatFamily::etc, 16, ChannelType::unorm},
    {"ETC", FormatFamily::etc, 8, ChannelType::unorm},
    {"EAC_R11", FormatFamily::etc, 8, ChannelType::unorm},
    {"EAC_RG11", FormatFamily::etc, 16, ChannelType::unorm},
    {"EAC_SIGNED_R11", FormatFamily::etc, 8, ChannelType::snorm},
    {"EAC_SIGNED_RG11", FormatFamily::etc, 16, ChannelType::snorm},
    {"ASTC_LDR_2D_", FormatFamily::astc, 16, ChannelType::float_},
    {"FXT1", FormatFamily::fxt1, 16, ChannelType::unorm},
    {"YCRCB_", FormatFamily::packed_yuv, 2, ChannelType::unorm},
    {"PLANAR_420_8", FormatFamily::planar_yuv, 1, ChannelType::unorm},
    {"PLANAR_420_16", FormatFamily::planar_yuv, 2, ChannelType::unorm},
};

constexpr void read_block(PixelFormat& format, const BlockRow& block) {
  format.family = block.family;
  format.bytes = block.bytes;
  format.type = block.type;
  format.is_srgb = format.name.find("SRGB") != std::string_view::npos;
  if (!format.is_compressed()) return;
  format.block_width = format.family == FormatFamily::fxt1 ? 8 : 4;
  format.block_height = 4;
  if (format.family != FormatFamily::astc) return;
  std::size_t at = block.prefix.size();
  format.block_width = static_cast<std::uint8_t>(take_number(format.name, at));
  ++at;  // X
  format.block_height = static_cast<std::uint8_t>(take_number(format.name, at));
}

constexpr PixelFormat row(std::uint16_t code, std::string_view name, std::string_view uses) {
  PixelFormat format{.code = code, .name = name, .uses = {}, .channels = {}};
  format.uses = {.gen6_sampled = uses[0] == '6',
                 .gen9_sampled = uses[1] == '9',
                 .filtered = uses[2] == 'f',
                 .typed_write = uses[3] == 'w',
                 .typed_read = uses[4] == 'r',
                 .typed_atomic = uses[5] == 'a'};
  for (const BlockRow& block : kBlockRows) {
    if (!name.starts_with(block.prefix)) continue;
    read_block(format, block);
    return format;
  }
  read_channels(format);
  format.unpack = choose_unpack(format);
  return format;
}

}  // namespace eugene::memory
