#include "sampler/plain.h"

#include <bit>
#include <cstring>

#include "sampler/blend.h"

namespace eugene::sampler {
namespace {

using memory::PixelFormat;

// A half as a float, by the function that unpacks all formats.
std::uint32_t half_value(const PixelFormat& format, unsigned channel, std::uint16_t code) {
  std::array<std::byte, 16> bytes{};
  std::memcpy(bytes.data() + format.channels[channel].low / 8, &code, sizeof(code));
  return memory::unpack_pixel(format, bytes.data())[channel];
}

// Bit for bit what unpacking gives, for finite halves; the others are rare.
std::uint32_t quick_half(const PixelFormat& format, unsigned channel, std::uint16_t code) {
  constexpr std::uint32_t kExponents = 0x7C00;
  const std::uint32_t exponent = code & kExponents;
  if (exponent == 0 || exponent == kExponents) return half_value(format, channel, code);
  return ((code & 0x8000U) << 16) | (((code & 0x7FFFU) << 13) + (112U << 23));
}

}  // namespace

PlainTexture::PlainTexture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border,
                           const LevelChoice& level)
    : reader_(&reader),
      linear_((level.magnified ? state.mag_filter : state.min_filter) != Filter::nearest),
      border_(memory::select_channels(reader.surface(), reader.format(), border)),
      base_(reader.surface().base) {
  const auto whole_level = static_cast<std::uint8_t>(level.first + reader.surface().minimum_lod);
  const memory::TexelExtent size = reader.extent(whole_level);
  const auto& rounds = level.magnified ? state.rounds_mag : state.rounds_min;
  axes_[0] = {state.address[0], state.normalised, rounds[0], static_cast<std::int32_t>(size.width)};
  axes_[1] = {state.address[1], state.normalised, rounds[1], static_cast<std::int32_t>(size.height)};
  Pixel zeros = memory::out_of_bounds_pixel(reader.format());
  if (reader.format().channels[3].bits != 0) zeros[3] = 0;
  outside_ = memory::select_channels(reader.surface(), reader.format(), zeros);
  const auto offset = [&](std::uint32_t x, std::uint32_t y) {
    return reader.layout().offset({.x = x, .y = y, .level = whole_level});
  };
  const std::uint64_t corner = offset(0, 0);
  for (std::uint32_t x = 0; x < size.width; ++x) columns_.push_back(offset(x, 0));
  for (std::uint32_t y = 0; y < size.height; ++y) rows_.push_back(offset(0, y) - corner);
}

std::optional<PlainTexture> PlainTexture::make(const memory::TexelReader& reader, const SamplerState& state,
                                               const Pixel& border, const LevelChoice& level_zero) {
  const memory::SurfaceState& surface = reader.surface();
  const bool simple_surface = surface.type == memory::SurfaceType::two_d && !surface.is_array &&
                              surface.sample_count_log2 == 0 && surface.tile != memory::TileMode::w &&
                              reader.format().family == memory::FormatFamily::channels;
  const bool simple_state = !state.disabled && state.reduction == Reduction::standard && level_zero.weight == 0;
  const unsigned level = level_zero.first + surface.minimum_lod;
  if (!simple_surface || !simple_state || level >= reader.levels()) return std::nullopt;
  PlainTexture plain(reader, state, border, level_zero);
  if (!plain.take_format(reader.format())) return std::nullopt;
  if (plain.linear_ && reader.format().has_integers()) plain.linear_ = false;
  return plain;
}

bool PlainTexture::take_format(const PixelFormat& format) {
  constexpr std::uint8_t kSelectOne = 1;
  constexpr std::uint8_t kRed = 4;
  const Pixel absent = memory::out_of_bounds_pixel(format);
  for (unsigned i = 0; i < 4; ++i) {
    Channel& channel = channels_[i];
    const std::uint8_t select = reader_->surface().channel_select[i];
    if (select < kRed) {
      channel.value = select == kSelectOne ? memory::select_channels(reader_->surface(), format, absent)[i] : 0;
      continue;
    }
    const unsigned from = select - kRed;
    const unsigned low = format.channels[from].low;
    const unsigned bits = format.channels[from].bits;
    if (bits == 0) {
      channel.value = absent[from];
      continue;
    }
    using enum memory::ChannelType;
    const memory::ChannelType type = format.channels[from].type;
    if (low % 8 != 0) return false;
    channel.offset = static_cast<std::uint8_t>(low / 8);
    if (bits == 8) {
      channel.source = Source::byte;
      std::array<std::byte, 16> bytes{};
      for (unsigned code = 0; code < 256; ++code) {
        bytes[channel.offset] = static_cast<std::byte>(code);
        channel.table[code] = memory::unpack_pixel(format, bytes.data())[from];
      }
    } else if (bits == 16 && type == float_) {
      channel.source = Source::half;
      channel.value = from;
    } else if (bits == 32 && (type == float_ || type == uint || type == sint)) {
      channel.source = Source::dword;
    } else {
      return false;
    }
  }
  return true;
}

const std::byte* PlainTexture::find(memory::View& view, std::int32_t x, std::int32_t y) {
  const std::uint64_t address = base_ + columns_[static_cast<std::uint32_t>(x)] + rows_[static_cast<std::uint32_t>(y)];
  const unsigned bytes = reader_->format().bytes;
  if (!run_.contains(address) || !run_.contains(address + bytes - 1)) {
    run_ = view.contiguous(address, memory::Access::read);
    if (!run_.contains(address) || !run_.contains(address + bytes - 1)) return nullptr;
  }
  return run_.host + (address - run_.first);
}

Pixel PlainTexture::unpack(const std::byte* bytes) const {
  Pixel texel;
  for (unsigned i = 0; i < 4; ++i) {
    const Channel& channel = channels_[i];
    switch (channel.source) {
      case Source::constant: texel[i] = channel.value; break;
      case Source::byte: texel[i] = channel.table[std::to_integer<unsigned>(bytes[channel.offset])]; break;
      case Source::half: {
        std::uint16_t code = 0;
        std::memcpy(&code, bytes + channel.offset, sizeof(code));
        texel[i] = quick_half(reader_->format(), channel.value, code);
        break;
      }
      case Source::dword: std::memcpy(&texel[i], bytes + channel.offset, sizeof(texel[i])); break;
    }
  }
  return texel;
}

bool PlainTexture::load(memory::View& view, std::int32_t x, std::int32_t y, Pixel& texel) {
  const auto inside = [](std::int32_t index, std::int32_t size) {
    return static_cast<std::uint32_t>(index) < static_cast<std::uint32_t>(size);
  };
  if (!inside(x, axes_[0].size) || !inside(y, axes_[1].size)) {
    texel = outside_;
    return true;
  }
  const std::byte* bytes = find(view, x, y);
  if (bytes != nullptr) texel = unpack(bytes);
  return bytes != nullptr;
}

bool PlainTexture::sample(memory::View& view, float u, float v, Pixel& texel) {
  const AxisTexels across = texels_of(axes_[0], u, linear_, 0);
  const AxisTexels down = texels_of(axes_[1], v, linear_, 0);
  const auto fetch = [&](unsigned i, unsigned j, Pixel& to) {
    const std::int32_t x = across.texel[i];
    const std::int32_t y = down.texel[j];
    if (x == kBorderTexel || y == kBorderTexel) {
      to = border_;
      return true;
    }
    const std::byte* bytes = find(view, x, y);
    if (bytes != nullptr) to = unpack(bytes);
    return bytes != nullptr;
  };
  if ((across.weight | down.weight) == 0) return fetch(0, 0, texel);
  std::array<double, 4> sum{};
  for (unsigned index = 0; index < 4; ++index) {
    const unsigned i = index & 1;
    const unsigned j = index >> 1;
    const std::int32_t product =
        (i == 0 ? kOne - across.weight : across.weight) * (j == 0 ? kOne - down.weight : down.weight);
    if (product == 0) continue;
    Pixel one;
    if (!fetch(i, j, one)) return false;
    const double weight = product / (double{kOne} * kOne);
    for (unsigned channel = 0; channel < 4; ++channel) sum[channel] += std::bit_cast<float>(one[channel]) * weight;
  }
  for (unsigned channel = 0; channel < 4; ++channel) {
    texel[channel] = rounded_sum(sum[channel]);
  }
  return true;
}

}  // namespace eugene::sampler
