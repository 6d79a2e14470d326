// The stages of a draw between its vertex shader and its pixel shader, in their order:
//
//   fetch/     indices, then vertices from vertex buffers
//              (vertex shader threads: gpu/draw)
//   assembly/  vertices to points, lines and triangles
//   clip/      these to the part that is in the view volume
//   setup/     clip space to triangles on the screen: culling, planes, attributes
//   raster/    triangles to blocks of covered pixels
//   output/    depth tests that may precede the pixel shader
//   pixel/     the order of the blocks, and the payload of pixel shader threads
//              (pixel shader threads: gpu/draw)
//   output/    depth tests that must follow it, blending
//
// state/ is what commands have set. Each stage is a function over values; nothing here knows of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "draw/assembly/assembly.h"
#include "draw/clip/volume.h"
#include "draw/output/depth_test.h"
#include "draw/pixel/order.h"
#include "draw/setup/attributes.h"
#include "draw/setup/parts.h"
#include "draw/setup/triangle_setup.h"
#include "draw/state/dynamic_state.h"
#include "draw/state/state_3d.h"
#include "memory/view.h"

namespace eugene::draw {

// Rows of a vertex in the URB: "Vertex URB Entry (VUE) Formats".
inline constexpr std::size_t kHeaderRow = 0, kPositionRow = 1, kDistanceRow = 2;

// When depths are tested and written.
enum class DepthOrder : std::uint8_t {
  early,       // both before the pixel shader
  early_test,  // written after it, for the pixels that it keeps
  late,        // both after it: it computes depths, or must run for pixels that fail
};
DepthOrder find_depth_order(const State3d& state, const DepthTest& test);

// Whether pixels need the pixel shader: it writes something other than the depths of its triangle.
bool needs_pixel_shader(const State3d& state);

// A triangle on the screen.
struct ScreenTriangle {
  SetupTriangle setup;
  std::size_t first_attribute = 0;  // index in Batch::attributes
  float min_depth = 0, max_depth = 1;

  // Returns the depth at the centre of a pixel.
  float depth_at(std::uint32_t x, std::uint32_t y) const;
};

// Triangles that wait for the pixel shader.
struct Batch {
  std::vector<ScreenTriangle> triangles;
  std::vector<eu::Grf> attributes;
  std::vector<Fragment> fragments;
};

// Counts of a draw, for queries.
struct DrawCounts {
  std::uint64_t clipped = 0;  // primitives that the clipper got
  std::uint64_t drawn = 0;    // primitives that it passed on
  std::uint64_t passed = 0;   // pixels that passed the early tests
};

// The stages from a primitive to its blocks of pixels.
class Stages {
 public:
  struct Host {
    std::function<Result<void>(const Batch&)> shade;  // called when a batch is full
    std::function<Result<void>()> still_wanted;       // called often; an error ends the draw
  };
  // An error names what the draw needs and is not supported.
  static Result<Stages> make(const State3d& state, std::uint64_t dynamic_base, memory::View& memory, Host host);

  // Draws a primitive, given the rows of its vertices.
  Result<void> add(const Primitive& primitive, const std::array<VertexRows, 3>& vertices);
  // Shades what waits.
  Result<void> finish();

  const DepthTest& depth_test() const { return depth_test_; }
  DepthOrder depth_order() const { return order_; }
  const DrawCounts& counts() const { return counts_; }

 private:
  // State of a viewport.
  struct Screen {
    Viewport viewport;
    std::vector<ClipPlane> planes;
    PixelBounds bounds;
  };

  Stages(const State3d& state, std::uint64_t dynamic_base, memory::View& memory, Host host, const DepthTest& test)
      : state_(&state),
        dynamic_base_(dynamic_base),
        memory_(&memory),
        host_(std::move(host)),
        depth_test_(test),
        order_(find_depth_order(state, test)),
        needs_shader_(needs_pixel_shader(state)) {}

  Result<const Screen*> screen(std::uint32_t viewport);
  Result<void> step();
  std::optional<std::vector<ClipPlane>> find_planes(const std::array<VertexRows, 3>& vertices,
                                                    const Screen& screen) const;
  std::vector<SetupTriangle> make_parts(const Primitive& primitive, const std::array<VertexRows, 3>& vertices,
                                        const Screen& screen);
  void drop_invisible_triangle();
  Result<void> rasterize(const ScreenTriangle& triangle, const PixelBounds& bounds, std::uint16_t layer);
  Result<void> add_block(const ScreenTriangle& triangle, Block block, std::uint16_t layer);
  Result<std::uint16_t> test_block(const ScreenTriangle& triangle, const Block& block, std::uint16_t layer);

  const State3d* state_;
  std::uint64_t dynamic_base_;
  memory::View* memory_;
  Host host_;
  DepthTest depth_test_;
  DepthOrder order_;
  bool needs_shader_;
  std::uint64_t steps_ = 0;  // primitives and blocks
  std::array<std::optional<Screen>, 16> screens_;
  Batch batch_;
  DrawCounts counts_;
};

}  // namespace eugene::draw
