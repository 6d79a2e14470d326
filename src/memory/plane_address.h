// Offsets of the elements of a plane (image_layout.h) by arithmetic of 32 bits, for numbers or vectors of them. An
// offset is the sum of a number for the column and a number for the row, in every tiling but W.
#pragma once

#include <cstdint>
#include <optional>

#include "memory/image_layout.h"
#include "memory/tiling.h"

namespace eugene::memory {

class PlaneAddress {
 public:
  // Returns nothing if the image's minimum LOD has no plane, W tiling, or offsets of more than 31 bits.
  static std::optional<PlaneAddress> make(const ImageLayout& image) {
    constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 31;
    const TexelPlane& plane = image.plane();
    const SurfaceState& surface = image.surface();
    if (plane.width == 0 || plane.height == 0 || surface.tile == TileMode::w) return {};
    if (surface.pitch % tile_shape(surface.tile).pitch != 0) return {};  // rows of tiles are not in a line then
    const std::uint64_t last = image.offset(plane.x + plane.width - 1, plane.y + plane.height - 1);
    if (last + image.format().bytes > kMaxBytes) return {};
    PlaneAddress address;
    address.element_bytes_ = image.format().bytes;
    address.first_column_ = static_cast<std::uint32_t>(plane.x) * address.element_bytes_;
    address.first_row_ = static_cast<std::uint32_t>(plane.y);
    address.bytes_ = last + image.format().bytes;
    address.row_of_tiles_ = surface.pitch;
    switch (surface.tile) {
      case TileMode::x: address.set_tiles(9, 0, 3, surface.pitch); break;
      case TileMode::y: address.set_tiles(4, 3, 5, surface.pitch); break;
      default: break;
    }
    return address;
  }

  // Both are 32 bits, or lanes of 32 bits, without a sign.
  template <class Value>
  Value column(const Value& x) const {
    const Value at = x * element_bytes_ + first_column_;  // the byte of a row, as if rows were contiguous
    const Value tile = at >> strip_bits_ >> strips_bits_ << kTileBits;
    const Value strip = (at >> strip_bits_ & ((1U << strips_bits_) - 1)) << (strip_bits_ + row_bits_);
    return tile | strip | (at & ((1U << strip_bits_) - 1));
  }
  template <class Value>
  Value row(const Value& y) const {
    const Value at = y + first_row_;
    return (at >> row_bits_) * row_of_tiles_ + ((at & ((1U << row_bits_) - 1)) << strip_bits_);
  }
  // Whether rows are contiguous. In a tile, only aligned pieces of 16 bytes of a row are.
  bool is_linear() const { return strip_bits_ == kLinearStripBits; }
  // Bytes from the surface's base to the end of the last element.
  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr unsigned kLinearStripBits = 31;
  static constexpr unsigned kTileBits = 12;
  static_assert(std::uint64_t{1} << kTileBits == kTileBytes);

  // A tile is strips, side by side, whose rows are contiguous.
  void set_tiles(unsigned strip_bits, unsigned strips_bits, unsigned row_bits, std::uint32_t pitch) {
    strip_bits_ = strip_bits;
    strips_bits_ = strips_bits;
    row_bits_ = row_bits;
    row_of_tiles_ = pitch << row_bits;
  }

  std::uint64_t bytes_ = 0;
  std::uint32_t element_bytes_ = 1;
  std::uint32_t first_column_ = 0;
  std::uint32_t first_row_ = 0;
  std::uint32_t row_of_tiles_ = 0;  // bytes
  // A linear surface is one strip, whose row is a row of tiles.
  unsigned strip_bits_ = kLinearStripBits;
  unsigned strips_bits_ = 0;
  unsigned row_bits_ = 0;
};

}  // namespace eugene::memory
