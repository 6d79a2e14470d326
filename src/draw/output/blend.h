// Combines the colour of a pixel shader with the colour in the render target (SKL PRM vol7 "Color Buffer Blending",
// "Logic Ops").
#pragma once

#include <array>

#include "draw/output/blend_equation.h"
#include "draw/state/dynamic_state.h"
#include "functions/pixel_output.h"
#include "memory/format.h"

namespace eugene::draw {

// Whether the result depends on the pixel in the target.
bool reads_target(const TargetBlend& blend);

// Returns the pixel to store. Integer formats are never blended.
memory::Pixel blend_pixel(const TargetBlend& blend, const std::array<float, 4>& constant,
                          const memory::PixelFormat& format, const functions::PixelOutput::Colors& colors);

// Blends a block of pixels together by the equations of the target: replaces its source colours. Returns false if they
// must be blended one by one, for example because the format is not normalised: the bits of NaNs and the sign of zeros
// may then depend on the compiler's order of operands. Normalised formats have no NaNs and no signed zeros.
bool blend_block(const TargetBlend& blend, const Equations& equations, const std::array<float, 4>& constant,
                 const memory::PixelFormat& format, functions::PixelOutput::BlockColors& colors);

}  // namespace eugene::draw
