#include "sampler/plain.h"

#include <algorithm>

#include "base/vector_host.h"

namespace eugene::sampler {
namespace {

using memory::PixelFormat;

// Texels that are read by dwords, or are in one.
bool has_simple_size(unsigned bytes) { return bytes == 1 || bytes == 2 || bytes % sizeof(std::uint32_t) == 0; }

// Returns nothing if the channel needs Texture.
std::optional<ChannelSource> find_source(const PixelFormat& format, unsigned index) {
  using enum memory::ChannelType;
  const auto [low, bits, type] = format.channels[index];
  const bool is_encoded = format.is_srgb && index < 3;
  const bool is_small = bits == 8 || bits == 16;
  if (is_small && type == unorm && !is_encoded) return ChannelSource::unorm;
  if (is_small && type == uint) return ChannelSource::uint;
  if (is_small && type == sint) return ChannelSource::sint;
  if (bits == 8) return ChannelSource::table;
  if (bits == 16 && type == float_) return ChannelSource::half;
  if (bits == 32 && (type == float_ || type == uint || type == sint)) return ChannelSource::dword;
  return {};
}

}  // namespace

PlainTexture::PlainTexture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border,
                           const LevelChoice& level)
    : format_(&reader.format()),
      is_avx2_(is_avx2_host()),
      axis_count_(reader.surface().type == memory::SurfaceType::three_d ? 3 : 2),
      linear_((level.magnified ? state.mag_filter : state.min_filter) != Filter::nearest),
      texel_bytes_(reader.format().bytes),
      border_(memory::select_channels(reader.surface(), reader.format(), border)),
      base_(reader.surface().base) {
  const auto whole_level = static_cast<std::uint8_t>(level.first + reader.surface().mips.minimum_lod);
  const memory::TexelExtent size = reader.extent(whole_level);
  const auto& rounds = level.magnified ? state.rounds_mag : state.rounds_min;
  const std::array<std::uint32_t, 3> sides{size.width, size.height, size.slices};
  for (unsigned n = 0; n < axis_count_; ++n) {
    axes_[n] = {state.address[n], state.normalised, rounds[n], static_cast<std::int32_t>(sides[n])};
    const AddressMode mode = axes_[n].mode;
    has_border_ = has_border_ || mode == AddressMode::border || mode == AddressMode::half_border;
  }
  constexpr std::uint32_t kInfinity = 0x7F80'0000;
  has_plain_border_ = std::ranges::all_of(border_, [](std::uint32_t channel) { return channel < kInfinity; });
  Pixel zeros = memory::out_of_bounds_pixel(reader.format());
  if (reader.format().channels[3].bits != 0) zeros[3] = 0;
  outside_ = memory::select_channels(reader.surface(), reader.format(), zeros);
  bytes_ = place_texels(reader.layout(), size, whole_level);
  memory_ = {base_, bytes_, memory::Access::read};
}

std::uint64_t PlainTexture::place_texels(const memory::ImageLayout& layout, const memory::TexelExtent& size,
                                         std::uint8_t level) {
  if (axis_count_ == 2 && level == layout.surface().mips.minimum_lod) plane_ = memory::PlaneAddress::make(layout);
  if (plane_) return plane_->bytes();
  const auto offset = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return layout.offset({.x = x, .y = y, .slice = z, .level = level});
  };
  const std::uint64_t corner = offset(0, 0, 0);
  base_ += corner;
  const std::uint32_t slices = axis_count_ == 3 ? size.slices : 1;
  const auto place = [&](std::vector<std::uint32_t>& places, std::uint64_t last, std::uint64_t at) {
    places.push_back(static_cast<std::uint32_t>(at - corner));
    return std::max(last, at - corner);
  };
  std::uint64_t last_column = 0;
  std::uint64_t last_row = 0;
  for (std::uint32_t x = 0; x < size.width; ++x) last_column = place(columns_, last_column, offset(x, 0, 0));
  for (std::uint32_t z = 0; z < slices; ++z) {
    for (std::uint32_t y = 0; y < size.height; ++y) last_row = place(rows_, last_row, offset(0, y, z));
  }
  return last_column + last_row + texel_bytes_;
}

std::optional<PlainTexture> PlainTexture::make(const memory::TexelReader& reader, const SamplerState& state,
                                               const Pixel& border, const LevelChoice& level_zero) {
  const memory::SurfaceState& surface = reader.surface();
  const bool simple_type = surface.type == memory::SurfaceType::three_d ||
                           (surface.type == memory::SurfaceType::two_d && (!surface.is_array || surface.depth <= 1));
  const bool simple_surface = simple_type && surface.samples.count_log2 == 0 && surface.tile != memory::TileMode::w &&
                              reader.format().family == memory::FormatFamily::channels;
  const bool simple_state = !state.disabled && state.reduction == Reduction::standard && level_zero.weight == 0;
  const unsigned level = level_zero.first + surface.mips.minimum_lod;
  if (!simple_surface || !simple_state || level >= reader.levels()) return std::nullopt;
  constexpr std::uint64_t kMaxRows = 1 << 16;  // in all slices together
  const memory::TexelExtent size = reader.extent(level);
  if (surface.type == memory::SurfaceType::three_d && std::uint64_t{size.height} * size.slices > kMaxRows) return {};
  if (!has_simple_size(reader.format().bytes)) return {};
  PlainTexture plain(reader, state, border, level_zero);
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 31;  // the tables have 32-bit numbers
  if (plain.bytes_ > kMaxBytes || !plain.take_format(surface)) return std::nullopt;
  if (plain.linear_ && reader.format().has_integers()) plain.linear_ = false;
  plain.find_plane_code();
  return plain;
}

bool PlainTexture::take_format(const memory::SurfaceState& surface) {
  const PixelFormat& format = *format_;
  constexpr std::uint8_t kSelectOne = 1;
  constexpr std::uint8_t kRed = 4;
  const Pixel absent = memory::out_of_bounds_pixel(format);
  for (unsigned i = 0; i < 4; ++i) {
    Channel& channel = channels_[i];
    const std::uint8_t select = surface.channel_select[i];
    if (select < kRed) {
      channel.value = select == kSelectOne ? memory::select_channels(surface, format, absent)[i] : 0;
      continue;
    }
    const unsigned from = select - kRed;
    const unsigned low = format.channels[from].low;
    const unsigned bits = format.channels[from].bits;
    if (bits == 0) {
      channel.value = absent[from];
      continue;
    }
    if (low % 8 != 0) return false;
    channel.dword = static_cast<std::uint8_t>(low / 32);
    channel.shift = static_cast<std::uint8_t>(low % 32);
    channel.bits = static_cast<std::uint8_t>(bits);
    const std::optional<ChannelSource> source = find_source(format, from);
    if (!source) return false;
    channel.source = *source;
    if (source == ChannelSource::table) {
      std::array<std::byte, 16> bytes{};
      for (unsigned code = 0; code < 256; ++code) {
        bytes[low / 8] = static_cast<std::byte>(code);
        channel.table[code] = memory::unpack_pixel(format, bytes.data())[from];
      }
    }
  }
  is_unorm8_ = texel_bytes_ == sizeof(std::uint32_t) && std::ranges::all_of(channels_, [](const Channel& channel) {
                 return channel.source == ChannelSource::unorm && channel.bits == 8;
               });
  return true;
}

const std::byte* PlainTexture::surface(memory::View& view) {
  const std::byte* first = memory_.find(view);
  // A texel of less than a dword is in one. The size is tested first, because most texels are larger, and a division
  // takes long.
  if (texel_bytes_ >= sizeof(std::uint32_t)) return first;
  return reinterpret_cast<std::uintptr_t>(first) % texel_bytes_ == 0 ? first : nullptr;
}

}  // namespace eugene::sampler
