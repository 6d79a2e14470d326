// The pixels of a rectangle, as the windower hands them to pixel shader threads: in subspans of two by two pixels, two
// of them to a SIMD8 thread, four to a SIMD16 one (SKL PRM vol7, pixel shader thread payload).
#pragma once

#include <array>
#include <cstdint>

#include "functions/pixels.h"

namespace eugene::gpu {

struct PixelGrid {
  std::uint32_t left = 0, top = 0;      // of the first pixel
  std::uint32_t right = 0, bottom = 0;  // behind the last
  unsigned pixels = 16;                 // of a thread: 8 or 16
  std::uint32_t layer = 0;              // of the render target
  float depth = 0;                      // of all pixels
  std::uint8_t kept_channels = 0;       // bit c: channel c of the render target is not written

  // Pixels of a thread are four columns, from a multiple of four on, by two or four rows.
  unsigned rows() const { return pixels / kColumns; }
  std::uint32_t columns_of_threads() const { return right > left ? (right - 1) / kColumns - left / kColumns + 1 : 0; }
  std::uint32_t rows_of_threads() const { return bottom > top ? (bottom - 1) / rows() - top / rows() + 1 : 0; }
  std::uint64_t threads() const { return std::uint64_t{columns_of_threads()} * rows_of_threads(); }
  // Where thread `index` is, of those that there are: its column and row among the threads.
  std::array<std::uint32_t, 3> place(std::uint64_t index) const {
    const std::uint32_t columns = columns_of_threads();
    if (columns == 0) return {};
    return {static_cast<std::uint32_t>(index % columns), static_cast<std::uint32_t>(index / columns), 0};
  }
  // Its pixels, those in the rectangle lit.
  functions::Pixels pixels_of(const std::array<std::uint32_t, 3>& place) const {
    const std::uint32_t x = (left / kColumns + place[0]) * kColumns;
    const std::uint32_t y = (top / rows() + place[1]) * rows();
    functions::Pixels result{.layer = layer, .kept_channels = kept_channels};
    for (unsigned i = 0; i < 4; ++i) result.subspan[i] = (y + i / 2 * 2) << 16 | (x + i % 2 * 2);
    for (unsigned i = 0; i < pixels; ++i) {
      const bool is_lit = result.x(i) >= left && result.x(i) < right && result.y(i) >= top && result.y(i) < bottom;
      result.mask |= static_cast<std::uint32_t>(is_lit) << i;
    }
    return result;
  }

  static constexpr std::uint32_t kColumns = 4;
};

}  // namespace eugene::gpu
