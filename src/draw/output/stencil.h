// The stencil test of one pixel (SKL PRM vol7 "Stencil Test").
#pragma once

#include <cstdint>

#include "draw/state/state_3d.h"

namespace eugene::draw {

// Whether the reference passes against the stored value. Both are masked.
bool passes_stencil(const StencilFace& face, std::uint8_t stored);

// Returns the stencil value after `operation`. Only the bits of the write mask change.
std::uint8_t update_stencil(const StencilFace& face, StencilOperation operation, std::uint8_t stored);

}  // namespace eugene::draw
