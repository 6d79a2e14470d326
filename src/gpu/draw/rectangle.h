// 3DPRIMITIVE for the rectangles that drivers copy and clear with: a RECTLIST of three vertices, no shader but the
// pixel shader, attributes that are the same in all pixels, no depth test, no blending. (Rectangles without a pixel
// shader, which clear depth and stencil, are in depth_clear.h.)
//
// Mesa's drivers copy and clear images on the 3D pipeline, for compute-only programs too. Such a draw needs little of
// the pipeline: the rows that the vertex fetcher reads (vertex_fetch.h), the corners among them, and pixel shader
// threads for the pixels between, which write the render target. It becomes a Work, whose groups are single
// threads with a few pixels each (pixel_grid.h). A draw that needs more is refused with the reason. State3d has the
// states for clipping, interpolation and depth tests, should they be added.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/draw/pixel_grid.h"
#include "gpu/draw/state_3d.h"
#include "gpu/schedule/work.h"
#include "memory/view.h"

namespace eugene::gpu {

// One Work for each instance of the 3DPRIMITIVE `command`. An error names the unsupported feature of the draw.
Result<std::vector<Work>> make_rectangles(std::span<const std::uint32_t> command, const PipelineState& state,
                                          memory::View& memory);
// The pixels of each instance alone, whatever the pixel shader and the tests of depth and stencil.
Result<std::vector<PixelGrid>> rectangles_of(std::span<const std::uint32_t> command, const State3d& draw,
                                             memory::View& memory);

}  // namespace eugene::gpu
