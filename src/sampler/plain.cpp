#include "sampler/plain.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace eugene::sampler {
namespace {

using memory::PixelFormat;

// A half as a float, by the function that unpacks all formats.
std::uint32_t half_value(const PixelFormat& format, unsigned channel, std::uint16_t code) {
  std::array<std::byte, 16> bytes{};
  std::memcpy(bytes.data() + format.channels[channel].low / 8, &code, sizeof(code));
  return memory::unpack_pixel(format, bytes.data())[channel];
}

}  // namespace

PlainTexture::PlainTexture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border,
                           const LevelChoice& level)
    : reader_(&reader),
      axis_count_(reader.surface().type == memory::SurfaceType::three_d ? 3 : 2),
      linear_((level.magnified ? state.mag_filter : state.min_filter) != Filter::nearest),
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
  Pixel zeros = memory::out_of_bounds_pixel(reader.format());
  if (reader.format().channels[3].bits != 0) zeros[3] = 0;
  outside_ = memory::select_channels(reader.surface(), reader.format(), zeros);
  const auto offset = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return reader.layout().offset({.x = x, .y = y, .slice = z, .level = whole_level});
  };
  const std::uint64_t corner = offset(0, 0, 0);
  const std::uint32_t slices = axis_count_ == 3 ? size.slices : 1;
  for (std::uint32_t x = 0; x < size.width; ++x) columns_.push_back(offset(x, 0, 0) - corner);
  for (std::uint32_t z = 0; z < slices; ++z) {
    for (std::uint32_t y = 0; y < size.height; ++y) rows_.push_back(offset(0, y, z) - corner);
  }
  base_ += corner;
  bytes_ = std::ranges::max(columns_) + std::ranges::max(rows_) + reader.format().bytes;
}

std::optional<PlainTexture> PlainTexture::make(const memory::TexelReader& reader, const SamplerState& state,
                                               const Pixel& border, const LevelChoice& level_zero) {
  const memory::SurfaceState& surface = reader.surface();
  const bool simple_type =
      surface.type == memory::SurfaceType::three_d || (surface.type == memory::SurfaceType::two_d && !surface.is_array);
  const bool simple_surface = simple_type && surface.samples.count_log2 == 0 && surface.tile != memory::TileMode::w &&
                              reader.format().family == memory::FormatFamily::channels;
  const bool simple_state = !state.disabled && state.reduction == Reduction::standard && level_zero.weight == 0;
  const unsigned level = level_zero.first + surface.mips.minimum_lod;
  if (!simple_surface || !simple_state || level >= reader.levels()) return std::nullopt;
  constexpr std::uint64_t kMaxRows = 1 << 16;  // of all slices
  const memory::TexelExtent size = reader.extent(level);
  if (surface.type == memory::SurfaceType::three_d && std::uint64_t{size.height} * size.slices > kMaxRows) return {};
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
      bool is_unorm = true;
      std::array<std::byte, 16> bytes{};
      for (unsigned code = 0; code < 256; ++code) {
        bytes[channel.offset] = static_cast<std::byte>(code);
        channel.table[code] = memory::unpack_pixel(format, bytes.data())[from];
        is_unorm = is_unorm && channel.table[code] == std::bit_cast<std::uint32_t>(unorm_value(code));
      }
      if (is_unorm) channel.source = Source::unorm;
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

const std::byte* PlainTexture::surface(memory::View& view) {
  const auto is_there = [&] { return run_.contains(base_) && run_.contains(base_ + bytes_ - 1); };
  // Runs get longer when they are asked for what follows them.
  constexpr unsigned kAttempts = 64;
  for (; !is_there() && attempts_ < kAttempts; ++attempts_) {
    if (run_.contains(base_)) view.contiguous(run_.first + run_.bytes, memory::Access::read);
    run_ = view.contiguous(base_, memory::Access::read);
  }
  return is_there() ? run_.host + (base_ - run_.first) : nullptr;
}

void PlainTexture::fix_halves(const std::byte* bytes, const Lanes<std::uint64_t>& places, unsigned channel,
                              Lanes<std::uint32_t>& to) const {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::uint16_t code = 0;
    std::memcpy(&code, bytes + places[lane] + channels_[channel].offset, sizeof(code));
    to[lane] = half_value(reader_->format(), channels_[channel].value, code);
  }
}

}  // namespace eugene::sampler
