// The depth and the stencil buffer as surfaces.
#pragma once

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "memory/image_layout.h"

namespace eugene::draw {

bool has_depth_buffer(const State3d& state);
// Whether the stencil buffer can be written.
bool has_stencil_buffer(const State3d& state);

// The level that is drawn to is the surface's mips.count. An error names what is not supported.
Result<memory::ImageLayout> depth_image(const State3d& state);
Result<memory::ImageLayout> stencil_image(const State3d& state);

}  // namespace eugene::draw
