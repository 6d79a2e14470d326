// 3DPRIMITIVE for rectangles, which drivers use to copy and clear: a RECTLIST of three vertices, with a pixel shader
// but no other shader, attributes that are the same in all pixels, no depth test, no blending. (Rectangles without a
// pixel shader, which clear depth and stencil, are in depth_clear.h.)
//
// Mesa's drivers copy and clear images on the 3D pipeline, for compute-only programs too. Such a draw needs little of
// the pipeline: the vertex fetcher (vertex_fetch.h) reads the vertices, and pixel shader threads write the pixels
// between the corners to the render target. It becomes a Work, whose groups are single threads with a few pixels each
// (pixel_grid.h). A rectangle that needs more is refused with the reason.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "gpu/draw/pixel_grid.h"
#include "gpu/schedule/work/work.h"
#include "memory/view.h"

namespace eugene::gpu {

// Returns one Work for each instance of the 3DPRIMITIVE `command`. An error names the unsupported feature of the draw.
Result<std::vector<Work>> make_rectangles(std::span<const std::uint32_t> command, const PipelineState& state,
                                          memory::View& memory);
// Returns only the pixels of each instance. The pixel shader and the depth and stencil tests are ignored.
Result<std::vector<PixelGrid>> find_rectangles(std::span<const std::uint32_t> command, const draw::State3d& draw,
                                               memory::View& memory);

}  // namespace eugene::gpu
