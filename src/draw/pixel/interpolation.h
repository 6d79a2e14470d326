// Interpolates in the triangles of a batch, for messages of its pixel shader.
#pragma once

#include <cstdint>
#include <span>

#include "draw/setup/screen_triangle.h"
#include "functions/pixel_interpolator.h"

namespace eugene::draw {

class TriangleInterpolation final : public functions::PixelInterpolation {
 public:
  // The triangles must live as long as this.
  explicit TriangleInterpolation(std::span<const ScreenTriangle> triangles) : triangles_(triangles) {}

  Weights find_weights(std::uint32_t triangle, double x, double y, bool is_linear) const override {
    const SetupTriangle& setup = triangles_[triangle].setup;
    const Barycentrics found = is_linear ? setup.linear_at(x, y) : setup.perspective_at(x, y);
    return {.second = found.second, .third = found.third};
  }

 private:
  std::span<const ScreenTriangle> triangles_;
};

}  // namespace eugene::draw
