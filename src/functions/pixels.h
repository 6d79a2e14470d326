// The pixels of a render target message: up to 16, in subspans of 2 x 2.
#pragma once

#include <array>
#include <cstdint>

#include "base/bits.h"

namespace eugene::functions {

class PixelInterpolation;  // pixel_interpolator.h
class PixelOutput;         // pixel_output.h

struct Pixels {
  static constexpr unsigned kMax = 16;
  static constexpr unsigned kOfSubspan = 4;

  std::array<std::uint32_t, 4> subspan{};             // Y << 16 | X of the upper left pixel
  std::uint32_t mask = 0;                             // lit pixels
  std::uint32_t layer = 0;                            // array element or slice of the render target
  const PixelOutput* output = nullptr;                // null: colours are stored as they are
  const PixelInterpolation* interpolation = nullptr;  // null: pixels are not of a triangle
  std::uint32_t source = 0;                           // number of the triangle, for `output` and `interpolation`

  std::uint32_t x(unsigned pixel) const { return bits(subspan[pixel / kOfSubspan], 15, 0) + pixel % 2; }
  std::uint32_t y(unsigned pixel) const { return bits(subspan[pixel / kOfSubspan], 31, 16) + pixel / 2 % 2; }
  // Whether the pixels are a block of 4 x 4 whose corner is at multiples of four.
  bool are_block() const {
    constexpr std::uint32_t kRight = 2, kDown = 2 << 16, kInside = 3 << 16 | 3;
    const auto& [first, right, below, last] = subspan;
    return (first & kInside) == 0 && right == first + kRight && below == first + kDown && last == below + kRight;
  }
};

}  // namespace eugene::functions
