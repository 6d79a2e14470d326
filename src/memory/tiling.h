// Position of a byte of a surface: linear, X-, Y- and W-tiled (SKL PRM vol5 "Memory Views", address tiling).
#pragma once

#include <cstdint>

#include "memory/surface.h"

namespace eugene::memory {

inline constexpr std::uint64_t kTileBytes = 4096;

// A tile has 4 KB. X: 512 bytes by 8 rows, in row order. Y: 128 bytes by 32 rows, in columns of 16 bytes. W: 64 bytes
// by 64 rows.
struct TileShape {
  unsigned width;   // bytes
  unsigned height;  // rows
  unsigned
      pitch;  // what a tile counts in a surface's pitch, in bytes: of W twice its width, as if it had half the rows
};

constexpr TileShape tile_shape(TileMode mode) {
  switch (mode) {
    case TileMode::x: return {512, 8, 512};
    case TileMode::y: return {128, 32, 128};
    case TileMode::w: return {64, 64, 128};
    case TileMode::linear: break;
  }
  return {1, 1, 1};
}

// Length of a row's runs that are contiguous in memory; runs begin at multiples of their length. 0 if the whole row is
// one run.
constexpr unsigned contiguous_bytes(TileMode mode) {
  switch (mode) {
    case TileMode::x: return 512;
    case TileMode::y: return 16;
    case TileMode::w: return 2;
    case TileMode::linear: break;
  }
  return 0;
}

namespace detail {

// With constant shapes, the divisions are shifts.
template <TileMode mode>
constexpr std::uint64_t tiled_offset(std::uint32_t pitch, std::uint64_t x, std::uint64_t y) {
  constexpr TileShape kShape = tile_shape(mode);
  const std::uint64_t tile = y / kShape.height * (pitch / kShape.pitch) + x / kShape.width;
  const std::uint64_t column = x % kShape.width;
  const std::uint64_t row = y % kShape.height;
  std::uint64_t inside = 0;
  if constexpr (mode == TileMode::x) {
    inside = row * kShape.width + column;
  } else if constexpr (mode == TileMode::y) {
    inside = column / 16 * (16 * 32) + row * 16 + column % 16;
  } else {
    // W: 8x8 blocks in columns. Within a block, the bits of row and column alternate.
    const auto spread = [](std::uint64_t v) { return (v & 1) | (v & 2) << 1 | (v & 4) << 2; };
    inside = column / 8 * 512 + row / 8 * 64 + (spread(column % 8) | spread(row % 8) << 1);
  }
  return tile * kTileBytes + inside;
}

}  // namespace detail

// Returns the offset of byte `x` of row `y` from the base of a surface with `pitch` bytes a row. The pitch of a tiled
// surface is a multiple of the tile's.
constexpr std::uint64_t surface_offset(TileMode mode, std::uint32_t pitch, std::uint64_t x, std::uint64_t y) {
  switch (mode) {
    case TileMode::x: return detail::tiled_offset<TileMode::x>(pitch, x, y);
    case TileMode::y: return detail::tiled_offset<TileMode::y>(pitch, x, y);
    case TileMode::w: return detail::tiled_offset<TileMode::w>(pitch, x, y);
    case TileMode::linear: break;
  }
  return y * pitch + x;
}

}  // namespace eugene::memory
