#include "memory/surface.h"

#include <algorithm>

#include "base/bits.h"
#include "memory/surface_layout.h"

namespace eugene::memory {
namespace {

using Dwords = std::array<std::uint32_t, kSurfaceStateBytes / 4>;

// A buffer's element count minus one is split between width, height and depth.
constexpr unsigned kBufferWidthBits = 7;

std::uint32_t get(const Dwords& dw, SurfaceField field) {
  return field.exists() ? bits(dw[field.dword], static_cast<unsigned>(field.high), static_cast<unsigned>(field.low))
                        : 0;
}

void put(Dwords& dw, SurfaceField field, std::uint64_t value) {
  if (!field.exists()) return;
  std::uint32_t& word = dw[field.dword];
  word = with_bits(word, static_cast<unsigned>(field.high), static_cast<unsigned>(field.low),
                   static_cast<std::uint32_t>(value));
}

// Returns the index of `value` in a table, or 0 if it is missing.
template <class T>
std::uint32_t find_code(const std::array<T, 4>& codes, T value) {
  const auto found = std::ranges::find(codes, value);
  return found == codes.end() ? 0 : static_cast<std::uint32_t>(found - codes.begin());
}

// Horizontal alignment: 1 is 4, 2 is 8, 3 is 16; 0 is reserved.
constexpr std::array<std::uint8_t, 4> kHorizontalAlignments{4, 4, 8, 16};

// Decodes the fields that only images use: samples, chroma planes, limits of mip levels.
void decode_rest(const SurfaceLayout& layout, const Dwords& dw, SurfaceState& state) {
  const auto narrow = [&](SurfaceField field) { return static_cast<std::uint8_t>(get(dw, field)); };
  const auto wide = [&](SurfaceField field) { return static_cast<std::uint16_t>(get(dw, field)); };
  state.mips.base = narrow(layout.base_mip_level);
  state.mips.resource_minimum_lod = wide(layout.resource_minimum_lod);
  state.cube_faces = narrow(layout.cube_faces);
  state.samples.count_log2 = narrow(layout.sample_count);
  // On generations without this field, samples are interleaved.
  state.samples.interleaved =
      layout.sample_storage.exists() ? get(dw, layout.sample_storage) != 0 : state.samples.count_log2 != 0;
  state.rotation = narrow(layout.rotation);
  // The chroma planes of planar formats use the bits of the auxiliary surface.
  if (state.format == kFormatPlanar420) {
    state.chroma = {.u_x = wide(layout.u_x),
                    .u_y = wide(layout.u_y),
                    .v_x = wide(layout.v_x),
                    .v_y = wide(layout.v_y),
                    .separate = get(dw, layout.separate_v) != 0};
  } else {
    state.auxiliary.mode = static_cast<AuxiliaryMode>(get(dw, layout.auxiliary));
  }
  if (state.auxiliary.mode == AuxiliaryMode::append) {
    const std::uint64_t upper = dw[layout.auxiliary_address.dword + 1U];
    state.auxiliary.address = (upper << 32 | std::uint64_t{get(dw, layout.auxiliary_address)} << 12) & kAddressMask;
  }
}

void encode_rest(const SurfaceLayout& layout, const SurfaceState& state, Dwords& dw) {
  put(dw, layout.base_mip_level, state.mips.base);
  put(dw, layout.resource_minimum_lod, state.mips.resource_minimum_lod);
  put(dw, layout.cube_faces, state.cube_faces);
  put(dw, layout.sample_count, state.samples.count_log2);
  put(dw, layout.sample_storage, state.samples.interleaved ? 1 : 0);
  put(dw, layout.rotation, state.rotation);
  if (state.format == kFormatPlanar420) {
    put(dw, layout.u_x, state.chroma.u_x);
    put(dw, layout.u_y, state.chroma.u_y);
    put(dw, layout.v_x, state.chroma.v_x);
    put(dw, layout.v_y, state.chroma.v_y);
    put(dw, layout.separate_v, state.chroma.separate ? 1 : 0);
  } else {
    put(dw, layout.auxiliary, static_cast<std::uint64_t>(state.auxiliary.mode));
  }
  if (state.auxiliary.mode == AuxiliaryMode::append) {
    put(dw, layout.auxiliary_address, bits(state.auxiliary.address, 31, 12));
    dw[layout.auxiliary_address.dword + 1U] = static_cast<std::uint32_t>(state.auxiliary.address >> 32);
  }
}

}  // namespace

std::uint64_t SurfaceState::bytes() const {
  const bool counts_bytes = format == kFormatRaw && type == SurfaceType::buffer;
  return counts_bytes ? elements : elements * pitch;
}

SurfaceState decode_surface_state(const SurfaceLayout& layout, std::span<const std::byte> bytes) {
  Dwords dw{};
  std::memcpy(dw.data(), bytes.data(), layout.bytes);
  SurfaceState state;
  const auto narrow = [&](SurfaceField field) { return static_cast<std::uint8_t>(get(dw, field)); };
  state.type = static_cast<SurfaceType>(get(dw, layout.type));
  state.format = static_cast<std::uint16_t>(get(dw, layout.format));
  state.alignment.vertical = layout.vertical_alignments[get(dw, layout.vertical_alignment)];
  state.alignment.horizontal = kHorizontalAlignments[get(dw, layout.horizontal_alignment)];
  state.tile = layout.tile_codes[get(dw, layout.tile)];
  state.lines.every_other = get(dw, layout.line_stride) != 0;
  state.lines.odd = get(dw, layout.line_stride_offset) != 0;
  state.qpitch = get(dw, layout.qpitch) << 2;
  state.width = get(dw, layout.width) + 1;
  state.height = get(dw, layout.height) + 1;
  state.depth = get(dw, layout.depth) + 1;
  state.pitch = get(dw, layout.pitch) + 1;
  state.elements =
      1 + (((state.width - 1) & low_mask(kBufferWidthBits)) | std::uint64_t{state.height - 1} << kBufferWidthBits |
           std::uint64_t{state.depth - 1} << (kBufferWidthBits + layout.height_bits));
  state.slices.first = static_cast<std::uint16_t>(get(dw, layout.minimum_array_element));
  // On generations without this field, a surface is an array if it has several slices or does not begin at slice 0.
  state.is_array = layout.array.exists() ? get(dw, layout.array) != 0 : state.depth > 1 || state.slices.first != 0;
  state.slices.extent = static_cast<std::uint16_t>(get(dw, layout.view_extent) + 1);
  state.mips.count = narrow(layout.mip_count);
  state.mips.minimum_lod = narrow(layout.minimum_lod);
  state.tiled_resource_mode = narrow(layout.tiled_resource_mode);
  state.offset.y = static_cast<std::uint16_t>(get(dw, layout.y_offset) * layout.y_offset_unit);
  state.offset.x = static_cast<std::uint16_t>(get(dw, layout.x_offset) << 2);
  for (unsigned channel = 0; channel < 4; ++channel) {
    const SurfaceField field = layout.channel_select[channel];
    if (field.exists()) state.channel_select[channel] = narrow(field);
  }
  state.rules = layout.rules;
  decode_rest(layout, dw, state);
  state.base = dw[layout.address_dword];
  if (layout.address_dwords > 1) state.base |= std::uint64_t{dw[layout.address_dword + 1U]} << 32;
  state.base &= kAddressMask;
  return state;
}

std::array<std::byte, kSurfaceStateBytes> encode_surface_state(const SurfaceLayout& layout, const SurfaceState& state) {
  Dwords dw{};
  put(dw, layout.type, static_cast<std::uint64_t>(state.type));
  put(dw, layout.array, state.is_array ? 1 : 0);
  put(dw, layout.format, state.format);
  put(dw, layout.vertical_alignment, find_code(layout.vertical_alignments, state.alignment.vertical));
  put(dw, layout.horizontal_alignment, find_code(kHorizontalAlignments, state.alignment.horizontal));
  put(dw, layout.tile, find_code(layout.tile_codes, state.tile));
  put(dw, layout.line_stride, state.lines.every_other ? 1 : 0);
  put(dw, layout.line_stride_offset, state.lines.odd ? 1 : 0);
  put(dw, layout.qpitch, state.qpitch >> 2);
  const std::uint64_t last = state.elements - 1;
  put(dw, layout.width, state.is_buffer() ? last & low_mask(kBufferWidthBits) : state.width - 1);
  put(dw, layout.height,
      state.is_buffer() ? last >> kBufferWidthBits & low_mask(layout.height_bits) : state.height - 1);
  put(dw, layout.depth, state.is_buffer() ? last >> (kBufferWidthBits + layout.height_bits) : state.depth - 1);
  put(dw, layout.pitch, state.pitch - 1);
  put(dw, layout.minimum_array_element, state.slices.first);
  put(dw, layout.view_extent, state.slices.extent - 1U);
  put(dw, layout.mip_count, state.mips.count);
  put(dw, layout.minimum_lod, state.mips.minimum_lod);
  put(dw, layout.tiled_resource_mode, state.tiled_resource_mode);
  put(dw, layout.y_offset, state.offset.y / layout.y_offset_unit);
  put(dw, layout.x_offset, state.offset.x >> 2);
  for (unsigned channel = 0; channel < 4; ++channel)
    put(dw, layout.channel_select[channel], state.channel_select[channel]);
  encode_rest(layout, state, dw);
  dw[layout.address_dword] = static_cast<std::uint32_t>(state.base);
  if (layout.address_dwords > 1) dw[layout.address_dword + 1U] = static_cast<std::uint32_t>(state.base >> 32);
  return std::bit_cast<std::array<std::byte, kSurfaceStateBytes>>(dw);
}

std::optional<SurfaceState> read_surface_state(View& view, const SurfaceLayout& layout,
                                               std::uint64_t surface_state_base, std::uint32_t binding_table,
                                               unsigned index) {
  std::uint32_t entry = 0;
  const std::uint64_t entry_address = surface_state_base + binding_table + index * sizeof(entry);
  if (!view.read(entry_address, std::as_writable_bytes(std::span(&entry, 1)))) return std::nullopt;
  std::array<std::byte, kSurfaceStateBytes> storage;
  const std::span<std::byte> state = std::span(storage).first(layout.bytes);
  if (!view.read(surface_state_base + (entry & ~(layout.bytes - 1)), state)) return std::nullopt;
  return decode_surface_state(layout, state);
}

}  // namespace eugene::memory
