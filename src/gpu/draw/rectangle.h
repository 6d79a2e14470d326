// A short way for the rectangles that drivers copy and clear with: a RECTLIST of three vertices, with a pixel shader
// but no other shader, attributes that are the same in all pixels, no tests, no blending.
//
// Mesa's drivers copy and clear images on the 3D pipeline, for compute-only programs too. Most of these draws need
// little of the pipeline: the vertex fetcher (vertex_fetch.h) reads the vertices, and pixel shader threads write the
// pixels between the corners to the render target. Such a draw becomes a Work, whose groups are single threads with a
// few pixels each (pixel_grid.h). Rectangles that need more are drawn like triangles (drawing.h).
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

// Whether the 3DPRIMITIVE `command` is one rectangle that needs no more than make_rectangles() does.
bool is_plain_rectangle(std::span<const std::uint32_t> command, const draw::State3d& draw);
// The threads of an instance of a rectangle.
struct RectangleWork {
  Work work;
  std::uint64_t pixels = 0;  // lit ones
};
// Returns one Work for each visible instance of a plain rectangle. An error names the unsupported feature of the draw.
Result<std::vector<RectangleWork>> make_rectangles(std::span<const std::uint32_t> command, const PipelineState& state,
                                                   memory::View& memory);
// Returns only the pixels of each instance, whatever their shading. An error is like that of make_rectangles().
Result<std::vector<PixelGrid>> find_rectangles(std::span<const std::uint32_t> command, const draw::State3d& draw,
                                               memory::View& memory);

}  // namespace eugene::gpu
