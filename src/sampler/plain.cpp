#include "sampler/plain.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace eugene::sampler {
namespace {

using memory::PixelFormat;

// Converts most 8-bit channels.
float unorm_value(std::uint32_t byte) { return static_cast<float>(static_cast<std::int32_t>(byte)) / 255.0F; }

}  // namespace

PlainTexture::PlainTexture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border,
                           const LevelChoice& level)
    : reader_(&reader),
      axis_count_(reader.surface().type == memory::SurfaceType::three_d ? 3 : 2),
      linear_((level.magnified ? state.mag_filter : state.min_filter) != Filter::nearest),
      has_words_(reader.format().bytes == sizeof(std::uint32_t)),
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
  bytes_ = last_column + last_row + reader.format().bytes;
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
  constexpr std::uint64_t kMaxRows = 1 << 16;  // in all slices together
  const memory::TexelExtent size = reader.extent(level);
  if (surface.type == memory::SurfaceType::three_d && std::uint64_t{size.height} * size.slices > kMaxRows) return {};
  PlainTexture plain(reader, state, border, level_zero);
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 31;  // the tables have 32-bit numbers
  if (plain.bytes_ > kMaxBytes || !plain.take_format(reader.format())) return std::nullopt;
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
  // View::contiguous() grows a run when an address just past its end is looked up.
  constexpr unsigned kAttempts = 64;
  for (; !is_there() && attempts_ < kAttempts; ++attempts_) {
    if (run_.contains(base_)) view.contiguous(run_.first + run_.bytes, memory::Access::read);
    run_ = view.contiguous(base_, memory::Access::read);
  }
  return is_there() ? run_.host + (base_ - run_.first) : nullptr;
}

// Uses the general function that unpacks every format.
std::uint32_t PlainTexture::half_value(const Channel& channel, std::uint16_t code) const {
  const PixelFormat& format = reader_->format();
  std::array<std::byte, 16> bytes{};
  std::memcpy(bytes.data() + format.channels[channel.value].low / 8, &code, sizeof(code));
  return memory::unpack_pixel(format, bytes.data())[channel.value];
}

}  // namespace eugene::sampler
