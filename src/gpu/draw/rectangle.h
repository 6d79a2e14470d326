// 3DPRIMITIVE, as far as it draws rectangles the way that drivers copy and clear with them: a RECTLIST of three
// vertices that no shader but the pixel shader sees, with attributes that are the same in all pixels, no depth test, no
// blending. (Rectangles without a pixel shader, which clear depth and stencil, are in depth_clear.h.)
//
// Mesa's drivers copy and clear images on the 3D pipeline, compute-only programs among their users included. Of the
// pipeline such a draw needs little: the vertex fetcher's rows (vertex_fetch.h), where the corners are, and threads of
// the pixel shader for the pixels between them, which send what they have computed to the render target. So it becomes
// a dispatch like any other, whose groups are single threads with a few pixels each (pixel_grid.h). What a draw has
// beyond that is refused with the reason; whoever adds clipping, interpolation or depth tests finds their states in
// State3d.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/draw/state_3d.h"
#include "gpu/schedule/dispatch.h"
#include "memory/view.h"

namespace eugene::gpu {

// One dispatch for each instance of the 3DPRIMITIVE `command`; an error says what about the draw is not supported.
Result<std::vector<Dispatch>> make_rectangles(std::span<const std::uint32_t> command, const PipelineState& state,
                                              memory::View& memory);
// The pixels of each instance alone, whatever the pixel shader and the tests of depth and stencil.
Result<std::vector<PixelGrid>> rectangles_of(std::span<const std::uint32_t> command, const State3d& draw,
                                             memory::View& memory);

}  // namespace eugene::gpu
