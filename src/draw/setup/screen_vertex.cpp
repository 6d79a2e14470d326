#include "draw/setup/screen_vertex.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace eugene::draw {
namespace {

// Rounds a coordinate in pixels to units. Nothing if it is not on the screen.
std::optional<std::int32_t> to_units(float pixels) {
  const double units = std::nearbyint(double{pixels} * Point::kUnits);
  if (!(std::abs(units) <= Point::kMax)) return std::nullopt;
  return static_cast<std::int32_t>(units);
}

}  // namespace

// The transform is in single precision, as on hardware: vertices of equal clip coordinates must get equal points.
std::optional<ScreenVertex> to_screen(const ClipVertex& vertex, const State3d& state, const Viewport& viewport) {
  std::array<float, 3> place{};
  const auto w = static_cast<float>(vertex.position[3]);
  const float divisor = state.clipper.divides ? 1.0F / w : 1.0F;
  for (std::size_t i = 0; i < place.size(); ++i) {
    place[i] = static_cast<float>(vertex.position[i]) * divisor;
    if (state.rasterizer.transforms) place[i] = place[i] * viewport.scale[i] + viewport.offset[i];
  }
  const auto x = to_units(place[0]), y = to_units(place[1]);
  if (!x || !y || !std::isfinite(place[2])) return std::nullopt;
  return ScreenVertex{
      .point = {*x, *y}, .depth = place[2], .inverse_w = state.clipper.divides ? 1 / vertex.position[3] : 1};
}

}  // namespace eugene::draw
