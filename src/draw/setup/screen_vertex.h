// The place of a vertex on the screen.
#pragma once

#include <optional>

#include "draw/clip/clip.h"
#include "draw/raster/triangle.h"
#include "draw/state/dynamic_state.h"
#include "draw/state/state_3d.h"

namespace eugene::draw {

struct ScreenVertex {
  Point point;
  float depth = 0;
  double inverse_w = 1;
};

// Divides by w and applies the viewport, as far as the state says. Nothing if the vertex is not on the screen.
std::optional<ScreenVertex> to_screen(const ClipVertex& vertex, const State3d& state, const Viewport& viewport);

}  // namespace eugene::draw
