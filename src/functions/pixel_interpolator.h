// Messages to the pixel interpolator (SKL PRM vol7 "Pixel Interpolator"): the weights of a triangle's vertices at other
// places than the middles of the pixels.
#pragma once

#include "functions/message_call.h"
#include "functions/pixels.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::functions {

// The triangles of a draw, by the numbers in Pixels::source. The draw implements the interface.
class PixelInterpolation {
 public:
  // The weights of the second and the third vertex.
  struct Weights {
    float second = 0, third = 0;
  };

  virtual ~PixelInterpolation() = default;

  // Returns the weights at a place of the screen, in pixels; `is_linear`: without perspective.
  virtual Weights find_weights(std::uint32_t triangle, double x, double y, bool is_linear) const = 0;

 protected:
  PixelInterpolation() = default;
  PixelInterpolation(const PixelInterpolation&) = default;
  PixelInterpolation& operator=(const PixelInterpolation&) = default;
};

// The response has two registers for each eight pixels: the weights of the second vertex, then the weights of the
// third. Returns false after a fault.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::PixelInterpolator& message);

}  // namespace eugene::functions
