#include "memory/surface.h"

#include "base/bits.h"

namespace eugene::memory {
namespace {

using Dwords = std::array<std::uint32_t, kSurfaceStateBytes / 4>;

// The alignment fields: 1 is 4, 2 is 8, 3 is 16; 0 is reserved.
constexpr std::uint8_t alignment(std::uint32_t field) {
  return static_cast<std::uint8_t>(field == 0 ? 4 : 2U << field);
}

// How a buffer's element count minus one is spread over width, height and depth.
constexpr unsigned kBufferWidthBits = 7;
constexpr unsigned kBufferHeightBits = 14;

}  // namespace

std::uint64_t SurfaceState::elements() const {
  const std::uint64_t low = (width - 1) & low_mask(kBufferWidthBits);
  const std::uint64_t middle = std::uint64_t{height - 1} << kBufferWidthBits;
  const std::uint64_t high = std::uint64_t{depth - 1} << (kBufferWidthBits + kBufferHeightBits);
  return (high | middle | low) + 1;
}

std::uint64_t SurfaceState::bytes() const {
  const bool counts_bytes = format == kFormatRaw && type == SurfaceType::buffer;
  return counts_bytes ? elements() : elements() * pitch;
}

SurfaceState decode_surface_state(std::span<const std::byte, kSurfaceStateBytes> bytes) {
  Dwords dw;
  std::memcpy(dw.data(), bytes.data(), bytes.size());
  SurfaceState state;
  state.type = static_cast<SurfaceType>(bits(dw[0], 31, 29));
  state.is_array = bit(dw[0], 28);
  state.format = static_cast<std::uint16_t>(bits(dw[0], 26, 18));
  state.vertical_alignment = alignment(bits(dw[0], 17, 16));
  state.horizontal_alignment = alignment(bits(dw[0], 15, 14));
  state.tile = static_cast<TileMode>(bits(dw[0], 13, 12));
  state.vertical_line_stride = bit(dw[0], 11);
  state.vertical_line_stride_offset = bit(dw[0], 10);
  state.qpitch = bits(dw[1], 14, 0) << 2;
  state.width = bits(dw[2], 13, 0) + 1;
  state.height = bits(dw[2], 29, 16) + 1;
  state.depth = bits(dw[3], 31, 21) + 1;
  state.pitch = bits(dw[3], 17, 0) + 1;
  state.minimum_array_element = static_cast<std::uint16_t>(bits(dw[4], 28, 18));
  state.view_extent = static_cast<std::uint16_t>(bits(dw[4], 17, 7) + 1);
  state.mip_count = static_cast<std::uint8_t>(bits(dw[5], 3, 0));
  state.minimum_lod = static_cast<std::uint8_t>(bits(dw[5], 7, 4));
  state.tiled_resource_mode = static_cast<std::uint8_t>(bits(dw[5], 19, 18));
  state.y_offset = static_cast<std::uint16_t>(bits(dw[5], 23, 21) << 2);
  state.x_offset = static_cast<std::uint16_t>(bits(dw[5], 31, 25) << 2);
  for (unsigned channel = 0; channel < 4; ++channel) {
    const unsigned low = 25 - 3 * channel;
    state.channel_select[channel] = static_cast<std::uint8_t>(bits(dw[7], low + 2, low));
  }
  state.base = (std::uint64_t{dw[9]} << 32 | dw[8]) & kAddressMask;
  return state;
}

std::optional<SurfaceState> read_surface_state(View& view, std::uint64_t surface_state_base,
                                               std::uint32_t binding_table, unsigned index) {
  std::uint32_t entry = 0;
  const std::uint64_t entry_address = surface_state_base + binding_table + index * sizeof(entry);
  if (!view.read(entry_address, std::as_writable_bytes(std::span(&entry, 1)))) return std::nullopt;
  std::array<std::byte, kSurfaceStateBytes> state;
  if (!view.read(surface_state_base + (entry & ~std::uint32_t{kSurfaceStateBytes - 1}), state)) return std::nullopt;
  return decode_surface_state(state);
}

}  // namespace eugene::memory
