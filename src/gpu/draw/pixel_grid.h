// Divides the pixels of a rectangle among pixel shader threads like the windower: in subspans of two by two pixels, two
// subspans for a SIMD8 thread, four for a SIMD16 thread (SKL PRM vol7, pixel shader thread payload).
#pragma once

#include <array>
#include <cstdint>

#include "functions/pixels.h"

namespace eugene::gpu {

struct PixelGrid {
  std::uint32_t left = 0, top = 0;      // first column and row
  std::uint32_t right = 0, bottom = 0;  // past the last column and row
  unsigned pixels = 16;                 // pixels of a thread: 8 or 16
  std::uint32_t layer = 0;              // layer of the render target

  // A thread's pixels are four columns, starting at a multiple of four, by two or four rows.
  unsigned rows() const { return pixels / kColumns; }
  std::uint32_t columns_of_threads() const { return right > left ? (right - 1) / kColumns - left / kColumns + 1 : 0; }
  std::uint32_t rows_of_threads() const { return bottom > top ? (bottom - 1) / rows() - top / rows() + 1 : 0; }
  std::uint64_t threads() const { return std::uint64_t{columns_of_threads()} * rows_of_threads(); }
  // Pixels inside the rectangle.
  std::uint64_t area() const { return right > left && bottom > top ? std::uint64_t{right - left} * (bottom - top) : 0; }
  // Returns the place of thread `index`: its column and row among the threads.
  std::array<std::uint32_t, 3> place(std::uint64_t index) const {
    const std::uint32_t columns = columns_of_threads();
    if (columns == 0) return {};
    return {static_cast<std::uint32_t>(index % columns), static_cast<std::uint32_t>(index / columns), 0};
  }
  // Returns the pixels of the thread at `place`. The mask selects the pixels inside the rectangle.
  functions::Pixels find_pixels(const std::array<std::uint32_t, 3>& place) const {
    const std::uint32_t x = (left / kColumns + place[0]) * kColumns;
    const std::uint32_t y = (top / rows() + place[1]) * rows();
    functions::Pixels result{.layer = layer};
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
