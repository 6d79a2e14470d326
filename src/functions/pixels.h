// The pixels of a render target message: up to 16, in subspans of 2 x 2.
#pragma once

#include <array>
#include <cstdint>

#include "base/bits.h"

namespace eugene::functions {

struct Pixels {
  static constexpr unsigned kOfSubspan = 4;

  std::array<std::uint32_t, 4> subspan{};  // Y << 16 | X of the upper left pixel
  std::uint32_t mask = 0;                  // lit pixels
  std::uint32_t layer = 0;                 // array element or slice of the render target
  std::uint8_t kept_channels = 0;          // bit c: channel c is not written

  std::uint32_t x(unsigned pixel) const { return bits(subspan[pixel / kOfSubspan], 15, 0) + pixel % 2; }
  std::uint32_t y(unsigned pixel) const { return bits(subspan[pixel / kOfSubspan], 31, 16) + pixel / 2 % 2; }
};

}  // namespace eugene::functions
