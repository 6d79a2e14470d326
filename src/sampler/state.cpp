#include "sampler/state.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bits.h"

namespace eugene::sampler {
namespace {

using Dwords = std::array<std::uint32_t, kSamplerStateBytes / 4>;

std::uint32_t get(const Dwords& dw, SurfaceField field) {
  return field.exists() ? bits(dw[field.dword], static_cast<unsigned>(field.high), static_cast<unsigned>(field.low))
                        : 0;
}

void put(Dwords& dw, SurfaceField field, std::uint32_t value) {
  if (!field.exists()) return;
  dw[field.dword] =
      with_bits(dw[field.dword], static_cast<unsigned>(field.high), static_cast<unsigned>(field.low), value);
}

unsigned width(SurfaceField field) { return static_cast<unsigned>(field.high - field.low + 1); }

float unit_clamped(const memory::PixelFormat& format, float value) {
  const float least = format.type == memory::ChannelType::snorm ? -1.0F : 0.0F;
  return value > least ? std::min(value, 1.0F) : least;  // also for NaN
}

}  // namespace

constexpr SamplerLayout kGen6Samplers{
    .lod_fraction_bits = 6,
    .border_bytes = 48,
    .border_float_dword = 1,
    .border_alignment = 32,
    .disabled = {0, 31, 31},
    .min_filter = {0, 16, 14},
    .mag_filter = {0, 19, 17},
    .mip_filter = {0, 21, 20},
    .lod_bias = {0, 13, 3},
    .minimum_lod = {1, 31, 22},
    .maximum_lod = {1, 21, 12},
    .lod_preclamp = {0, 28, 28},
    .base_level = {0, 26, 22},
    .cube_control = {},
    .normalised = {3, 0, 0},
    .anisotropy = {3, 21, 19},
    .comparison = {0, 2, 0},
    .reduction_enable = {},
    .reduction = {},
    .chroma_key = {3, 25, 25},
    .border_mode = {0, 29, 29},
    .border_pointer = {2, 31, 5},
    .preclamp_code = 1,
    .address = {{{1, 8, 6}, {1, 5, 3}, {1, 2, 0}}},
    .rounds_min = {{{3, 17, 17}, {3, 15, 15}, {3, 13, 13}}},
    .rounds_mag = {{{3, 18, 18}, {3, 16, 16}, {3, 14, 14}}},
};

constexpr SamplerLayout kGen9Samplers{
    .lod_fraction_bits = 8,
    .border_bytes = 16,
    .border_float_dword = 0,
    .border_alignment = 64,
    .disabled = {0, 31, 31},
    .min_filter = {0, 16, 14},
    .mag_filter = {0, 19, 17},
    .mip_filter = {0, 21, 20},
    .lod_bias = {0, 13, 1},
    .minimum_lod = {1, 31, 20},
    .maximum_lod = {1, 19, 8},
    .lod_preclamp = {0, 28, 27},
    .base_level = {},
    .cube_control = {1, 0, 0},
    .normalised = {3, 10, 10},
    .anisotropy = {3, 21, 19},
    .comparison = {1, 3, 1},
    .reduction_enable = {3, 9, 9},
    .reduction = {3, 23, 22},
    .chroma_key = {1, 7, 7},
    .border_mode = {0, 29, 29},
    .border_pointer = {2, 23, 6},
    .preclamp_code = 2,
    .address = {{{3, 8, 6}, {3, 5, 3}, {3, 2, 0}}},
    .rounds_min = {{{3, 17, 17}, {3, 15, 15}, {3, 13, 13}}},
    .rounds_mag = {{{3, 18, 18}, {3, 16, 16}, {3, 14, 14}}},
};

SamplerState decode_sampler_state(const SamplerLayout& layout, std::span<const std::byte, kSamplerStateBytes> bytes) {
  Dwords dw{};
  std::memcpy(dw.data(), bytes.data(), bytes.size());
  const unsigned lod_shift = kLodFractionBits - layout.lod_fraction_bits;
  SamplerState state;
  state.disabled = get(dw, layout.disabled) != 0;
  state.min_filter = static_cast<Filter>(get(dw, layout.min_filter));
  state.mag_filter = static_cast<Filter>(get(dw, layout.mag_filter));
  state.mip_filter = static_cast<MipFilter>(get(dw, layout.mip_filter));
  state.lod_bias =
      static_cast<std::int32_t>(sign_extend(get(dw, layout.lod_bias), width(layout.lod_bias))) * (1 << lod_shift);
  state.minimum_lod = static_cast<std::int32_t>(get(dw, layout.minimum_lod) << lod_shift);
  state.maximum_lod = static_cast<std::int32_t>(get(dw, layout.maximum_lod) << lod_shift);
  state.clamps_lod_first = get(dw, layout.lod_preclamp) == layout.preclamp_code;
  state.base_level = static_cast<std::uint8_t>(get(dw, layout.base_level));
  for (unsigned axis = 0; axis < 3; ++axis) {
    state.address[axis] = static_cast<AddressMode>(get(dw, layout.address[axis]));
    state.rounds_min[axis] = get(dw, layout.rounds_min[axis]) != 0;
    state.rounds_mag[axis] = get(dw, layout.rounds_mag[axis]) != 0;
  }
  state.overrides_cubes = get(dw, layout.cube_control) != 0;
  state.normalised = get(dw, layout.normalised) == 0;  // the field is the opposite: Non-normalized Coordinate Enable
  state.maximum_anisotropy = static_cast<std::uint8_t>((get(dw, layout.anisotropy) + 1) * 2);
  state.comparison = static_cast<Comparison>(get(dw, layout.comparison));
  const bool reduces = get(dw, layout.reduction_enable) != 0;
  state.reduction = reduces ? static_cast<Reduction>(get(dw, layout.reduction)) : Reduction::standard;
  state.chroma_key = get(dw, layout.chroma_key) != 0;
  state.border_is_8_bit = get(dw, layout.border_mode) != 0;
  state.border_pointer = get(dw, layout.border_pointer) << layout.border_pointer.low;
  return state;
}

std::array<std::byte, kSamplerStateBytes> encode_sampler_state(const SamplerLayout& layout, const SamplerState& state) {
  Dwords dw{};
  const auto code = [](auto value) { return static_cast<std::uint32_t>(value); };
  const unsigned lod_shift = kLodFractionBits - layout.lod_fraction_bits;
  put(dw, layout.disabled, state.disabled ? 1 : 0);
  put(dw, layout.min_filter, code(state.min_filter));
  put(dw, layout.mag_filter, code(state.mag_filter));
  put(dw, layout.mip_filter, code(state.mip_filter));
  put(dw, layout.lod_bias, code(state.lod_bias >> lod_shift));
  put(dw, layout.minimum_lod, code(state.minimum_lod >> lod_shift));
  put(dw, layout.maximum_lod, code(state.maximum_lod >> lod_shift));
  put(dw, layout.lod_preclamp, state.clamps_lod_first ? layout.preclamp_code : 0U);
  put(dw, layout.base_level, state.base_level);
  for (unsigned axis = 0; axis < 3; ++axis) {
    put(dw, layout.address[axis], code(state.address[axis]));
    put(dw, layout.rounds_min[axis], state.rounds_min[axis] ? 1 : 0);
    put(dw, layout.rounds_mag[axis], state.rounds_mag[axis] ? 1 : 0);
  }
  put(dw, layout.cube_control, state.overrides_cubes ? 1 : 0);
  put(dw, layout.normalised, state.normalised ? 0 : 1);
  put(dw, layout.anisotropy, state.maximum_anisotropy / 2U - 1U);
  put(dw, layout.comparison, code(state.comparison));
  put(dw, layout.reduction_enable, state.reduction == Reduction::standard ? 0 : 1);
  put(dw, layout.reduction, code(state.reduction));
  put(dw, layout.chroma_key, state.chroma_key ? 1 : 0);
  put(dw, layout.border_mode, state.border_is_8_bit ? 1 : 0);
  put(dw, layout.border_pointer, state.border_pointer >> layout.border_pointer.low);
  std::array<std::byte, kSamplerStateBytes> bytes;
  std::memcpy(bytes.data(), dw.data(), bytes.size());
  return bytes;
}

memory::Pixel decode_border(const SamplerLayout& layout, bool is_8_bit, const memory::PixelFormat& format,
                            std::span<const std::byte> bytes) {
  const bool is_integer = format.has_integers();
  const bool is_unit = format.type == memory::ChannelType::unorm || format.type == memory::ChannelType::snorm;
  const bool has_layout = std::ranges::any_of(format.channels, [](const auto& channel) { return channel.bits != 0; });
  memory::Pixel border = memory::out_of_bounds_pixel(format);
  for (unsigned channel = 0; channel < 4; ++channel) {
    if (has_layout && format.channels[channel].bits == 0) continue;  // compressed formats have no channel bits
    std::uint32_t value = 0;
    if (is_8_bit && !is_integer) {
      value = std::bit_cast<std::uint32_t>(static_cast<float>(std::to_integer<unsigned>(bytes[channel])) / 255.0F);
    } else {
      std::memcpy(&value, bytes.data() + (layout.border_float_dword + channel) * sizeof(value), sizeof(value));
    }
    if (is_unit) value = std::bit_cast<std::uint32_t>(unit_clamped(format, std::bit_cast<float>(value)));
    border[channel] = value;
  }
  return border;
}

}  // namespace eugene::sampler
