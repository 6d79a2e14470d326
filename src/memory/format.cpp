#include "memory/format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/bits.h"
#include "memory/small_float.h"

namespace eugene::memory {
namespace {

constexpr ChannelType type_of(std::string_view suffix) {
  if (suffix == "UNORM") return ChannelType::unorm;
  if (suffix == "SNORM") return ChannelType::snorm;
  if (suffix == "UINT") return ChannelType::uint;
  if (suffix == "SINT") return ChannelType::sint;
  if (suffix == "FLOAT") return ChannelType::float_;
  return ChannelType::none;
}

// A format's name is its layout: channels from bit 0 up with their widths, then the type. X is padding; L is
// red, green and blue alike, I those and alpha.
constexpr PixelFormat row(std::uint16_t code, std::string_view name) {
  PixelFormat format{.code = code, .name = name, .channels = {}};
  const std::size_t split = name.find('_');
  const std::string_view layout = name.substr(0, split);
  format.type = type_of(name.substr(split + 1));
  unsigned low = 0;
  for (std::size_t at = 0; at < layout.size();) {
    const char letter = layout[at++];
    unsigned width = 0;
    while (at < layout.size() && layout[at] >= '0' && layout[at] <= '9') {
      width = width * 10 + static_cast<unsigned>(layout[at++] - '0');
    }
    const PixelFormat::Channel channel{static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(width)};
    const bool grey = letter == 'L' || letter == 'I';
    if (letter == 'R' || grey) format.channels[0] = channel;
    if (letter == 'G' || grey) format.channels[1] = channel;
    if (letter == 'B' || grey) format.channels[2] = channel;
    if (letter == 'A' || letter == 'I') format.channels[3] = channel;
    low += width;
  }
  format.bytes = static_cast<std::uint8_t>(low / 8);
  return format;
}

constexpr std::array kFormats{
    row(0x000, "R32G32B32A32_FLOAT"),
    row(0x001, "R32G32B32A32_SINT"),
    row(0x002, "R32G32B32A32_UINT"),
    row(0x003, "R32G32B32A32_UNORM"),
    row(0x004, "R32G32B32A32_SNORM"),
    row(0x006, "R32G32B32X32_FLOAT"),
    row(0x040, "R32G32B32_FLOAT"),
    row(0x041, "R32G32B32_SINT"),
    row(0x042, "R32G32B32_UINT"),
    row(0x080, "R16G16B16A16_UNORM"),
    row(0x081, "R16G16B16A16_SNORM"),
    row(0x082, "R16G16B16A16_SINT"),
    row(0x083, "R16G16B16A16_UINT"),
    row(0x084, "R16G16B16A16_FLOAT"),
    row(0x085, "R32G32_FLOAT"),
    row(0x086, "R32G32_SINT"),
    row(0x087, "R32G32_UINT"),
    row(0x08A, "L32A32_FLOAT"),
    row(0x08B, "R32G32_UNORM"),
    row(0x08C, "R32G32_SNORM"),
    row(0x08E, "R16G16B16X16_UNORM"),
    row(0x08F, "R16G16B16X16_FLOAT"),
    row(0x0C0, "B8G8R8A8_UNORM"),
    row(0x0C2, "R10G10B10A2_UNORM"),
    row(0x0C4, "R10G10B10A2_UINT"),
    row(0x0C7, "R8G8B8A8_UNORM"),
    row(0x0C9, "R8G8B8A8_SNORM"),
    row(0x0CA, "R8G8B8A8_SINT"),
    row(0x0CB, "R8G8B8A8_UINT"),
    row(0x0CC, "R16G16_UNORM"),
    row(0x0CD, "R16G16_SNORM"),
    row(0x0CE, "R16G16_SINT"),
    row(0x0CF, "R16G16_UINT"),
    row(0x0D0, "R16G16_FLOAT"),
    row(0x0D1, "B10G10R10A2_UNORM"),
    row(0x0D3, "R11G11B10_FLOAT"),
    row(0x0D6, "R32_SINT"),
    row(0x0D7, "R32_UINT"),
    row(0x0D8, "R32_FLOAT"),
    row(0x0DD, "L32_UNORM"),
    row(0x0DE, "A32_UNORM"),
    row(0x0DF, "L16A16_UNORM"),
    row(0x0E3, "I32_FLOAT"),
    row(0x0E4, "L32_FLOAT"),
    row(0x0E5, "A32_FLOAT"),
    row(0x0E9, "B8G8R8X8_UNORM"),
    row(0x0EB, "R8G8B8X8_UNORM"),
    row(0x0EE, "B10G10R10X2_UNORM"),
    row(0x0F0, "L16A16_FLOAT"),
    row(0x0F1, "R32_UNORM"),
    row(0x0F2, "R32_SNORM"),
    row(0x100, "B5G6R5_UNORM"),
    row(0x102, "B5G5R5A1_UNORM"),
    row(0x104, "B4G4R4A4_UNORM"),
    row(0x106, "R8G8_UNORM"),
    row(0x107, "R8G8_SNORM"),
    row(0x108, "R8G8_SINT"),
    row(0x109, "R8G8_UINT"),
    row(0x10A, "R16_UNORM"),
    row(0x10B, "R16_SNORM"),
    row(0x10C, "R16_SINT"),
    row(0x10D, "R16_UINT"),
    row(0x10E, "R16_FLOAT"),
    row(0x111, "I16_UNORM"),
    row(0x112, "L16_UNORM"),
    row(0x113, "A16_UNORM"),
    row(0x114, "L8A8_UNORM"),
    row(0x115, "I16_FLOAT"),
    row(0x116, "L16_FLOAT"),
    row(0x117, "A16_FLOAT"),
    row(0x11A, "B5G5R5X1_UNORM"),
    row(0x124, "A1B5G5R5_UNORM"),
    row(0x125, "A4B4G4R4_UNORM"),
    row(0x140, "R8_UNORM"),
    row(0x141, "R8_SNORM"),
    row(0x142, "R8_SINT"),
    row(0x143, "R8_UINT"),
    row(0x144, "A8_UNORM"),
    row(0x145, "I8_UNORM"),
    row(0x146, "L8_UNORM"),
    row(0x193, "R8G8B8_UNORM"),
    row(0x194, "R8G8B8_SNORM"),
    row(0x19B, "R16G16B16_FLOAT"),
    row(0x19C, "R16G16B16_UNORM"),
    row(0x19D, "R16G16B16_SNORM"),
    row(0x1B0, "R16G16B16_UINT"),
    row(0x1B1, "R16G16B16_SINT"),
    row(0x1C8, "R8G8B8_UINT"),
    row(0x1C9, "R8G8B8_SINT"),
};

static_assert(std::ranges::adjacent_find(kFormats, std::ranges::greater_equal{}, &PixelFormat::code) == kFormats.end());
static_assert(std::ranges::all_of(kFormats, [](const PixelFormat& format) {
  return format.bytes >= 1 && format.bytes <= 16 && format.type != ChannelType::none;
}));

constexpr bool is_integer(ChannelType type) { return type == ChannelType::uint || type == ChannelType::sint; }

std::uint32_t one_of(const PixelFormat& format) {
  return is_integer(format.type) ? 1 : std::bit_cast<std::uint32_t>(1.0F);
}

// Floats narrower than 16 bits have no sign: 11 bits are 5 and 6, 10 bits are 5 and 5.
constexpr unsigned fraction_bits(unsigned bits) { return bits == 16 ? 10 : bits - 5; }

std::uint32_t unpack_channel(ChannelType type, std::uint32_t code, unsigned width) {
  const auto signed_code = static_cast<std::int32_t>(sign_extend(code, width));
  switch (type) {
    case ChannelType::uint: return code;
    case ChannelType::sint: return static_cast<std::uint32_t>(signed_code);
    case ChannelType::unorm:
      return std::bit_cast<std::uint32_t>(
          static_cast<float>(static_cast<double>(code) / static_cast<double>(low_mask(width))));
    case ChannelType::snorm: {
      const double value = signed_code / static_cast<double>(low_mask(width - 1));
      return std::bit_cast<std::uint32_t>(static_cast<float>(std::max(value, -1.0)));
    }
    case ChannelType::float_: {
      if (width == 32) return code;
      const std::uint32_t sign = width == 16 ? (code & 0x8000) << 16 : 0;
      const std::uint32_t magnitude = width == 16 ? code & 0x7FFF : code;
      return sign | std::bit_cast<std::uint32_t>(decode_small_float(magnitude, fraction_bits(width)));
    }
    case ChannelType::none: break;
  }
  return 0;
}

std::uint32_t pack_channel(ChannelType type, std::uint32_t value, unsigned width) {
  const auto real = std::bit_cast<float>(value);
  const double finite = std::isnan(real) ? 0.0 : double{real};  // NaN converts to zero
  switch (type) {
    case ChannelType::uint:
    case ChannelType::sint: return value;
    case ChannelType::unorm:
      return static_cast<std::uint32_t>(
          std::nearbyint(std::clamp(finite, 0.0, 1.0) * static_cast<double>(low_mask(width))));
    case ChannelType::snorm: {
      const double scaled = std::clamp(finite, -1.0, 1.0) * static_cast<double>(low_mask(width - 1));
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::nearbyint(scaled)));
    }
    case ChannelType::float_: {
      if (width == 32) return value;
      const std::uint32_t magnitude = encode_small_float(std::fabs(real), fraction_bits(width));
      if (width == 16) return (value >> 16 & 0x8000) | magnitude;
      return std::signbit(real) && !std::isnan(real) ? 0 : magnitude;
    }
    case ChannelType::none: break;
  }
  return 0;
}

}  // namespace

const PixelFormat* find_format(std::uint16_t code) {
  const auto found = std::ranges::lower_bound(kFormats, code, {}, &PixelFormat::code);
  return found != kFormats.end() && found->code == code ? &*found : nullptr;
}

const PixelFormat* find_format(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &PixelFormat::name);
  return found != kFormats.end() ? &*found : nullptr;
}

Pixel unpack_pixel(const PixelFormat& format, const std::byte* bytes) {
  std::array<std::uint64_t, 2> words{};
  std::memcpy(words.data(), bytes, format.bytes);
  Pixel pixel = out_of_bounds_pixel(format);
  for (unsigned i = 0; i < 4; ++i) {
    const auto [low, width] = format.channels[i];
    if (width == 0) continue;
    const auto code = static_cast<std::uint32_t>(words[low / 64] >> low % 64 & low_mask(width));
    pixel[i] = unpack_channel(format.type, code, width);
  }
  return pixel;
}

void pack_pixel(const PixelFormat& format, const Pixel& pixel, std::byte* bytes) {
  std::array<std::uint64_t, 2> words{};
  for (unsigned i = 4; i-- > 0;) {  // red last: it wins in the formats whose channels share their bits
    const auto [low, width] = format.channels[i];
    if (width == 0) continue;
    const std::uint64_t mask = low_mask(width) << low % 64;
    const std::uint64_t code = pack_channel(format.type, pixel[i], width) & low_mask(width);
    words[low / 64] = (words[low / 64] & ~mask) | code << low % 64;
  }
  std::memcpy(bytes, words.data(), format.bytes);
}

Pixel out_of_bounds_pixel(const PixelFormat& format) { return {0, 0, 0, one_of(format)}; }

}  // namespace eugene::memory
