// The stages of a draw between its vertex shader and its pixel shader, in their order:
//
//   fetch/     indices, then vertices from vertex buffers
//              (vertex shader threads: gpu/draw)
//   assembly/  vertices to points, lines, triangles and rectangles
//   clip/      these to the part that is in the view volume
//   setup/     clip space to triangles and lines on the screen: culling, planes, attributes
//   raster/    triangles and lines to blocks of covered pixels
//   output/    stencil and depth tests that may precede the pixel shader
//   pixel/     the order of the blocks, and the payload of pixel shader threads
//              (pixel shader threads: gpu/draw)
//   output/    tests that must follow it, blending
//
// state/ is what commands have set. Each stage is a function over values; nothing here knows of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "draw/assembly/assembly.h"
#include "draw/clip/volume.h"
#include "draw/output/pixel_tests.h"
#include "draw/pixel/order.h"
#include "draw/setup/attributes.h"
#include "draw/setup/screen_triangle.h"
#include "draw/state/dynamic_state.h"
#include "draw/state/state_3d.h"
#include "memory/view.h"

namespace eugene::draw {

// Rows of a vertex in the URB: "Vertex URB Entry (VUE) Formats".
inline constexpr std::size_t kHeaderRow = 0, kPositionRow = 1, kDistanceRow = 2;

// When depths and stencil values are tested and written.
enum class TestOrder : std::uint8_t {
  early,       // both before the pixel shader
  early_test,  // written after it, for the pixels that it keeps
  late,        // both after it: it computes depths, must run for pixels that fail, or pixels that fail change stencils
};
TestOrder find_test_order(const State3d& state, const PixelTests& tests);

// Whether pixels need the pixel shader: it writes something other than the depths of its triangle.
bool needs_pixel_shader(const State3d& state);

// Triangles that wait for the pixel shader.
struct Batch {
  std::vector<ScreenTriangle> triangles;
  std::vector<eu::Grf> attributes;
  std::vector<Fragment> fragments;
};

// Counts of a draw, for queries and statistics.
struct StageCounts {
  std::uint64_t clipped = 0;  // primitives that the clipper got
  std::uint64_t drawn = 0;    // primitives that it passed on
  std::uint64_t culled = 0;   // of these, primitives of which nothing is left after culling
  std::uint64_t covered = 0;  // pixels of primitives, inside the scissor rectangle
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

  const PixelTests& tests() const { return tests_; }
  TestOrder test_order() const { return order_; }
  const StageCounts& counts() const { return counts_; }

 private:
  // State of a viewport.
  struct Screen {
    Viewport viewport;
    std::vector<ClipPlane> planes;
    PixelBounds bounds;
  };

  Stages(const State3d& state, std::uint64_t dynamic_base, memory::View& memory, Host host, const PixelTests& tests)
      : state_(&state),
        dynamic_base_(dynamic_base),
        memory_(&memory),
        host_(std::move(host)),
        tests_(tests),
        order_(find_test_order(state, tests)),
        needs_shader_(needs_pixel_shader(state)) {}

  Result<const Screen*> screen(std::uint32_t viewport);
  Result<void> step(std::uint64_t steps);
  bool find_planes(const std::array<VertexRows, 3>& vertices, const Screen& screen);
  void make_parts(const Primitive& primitive, const std::array<VertexRows, 3>& vertices, const Screen& screen);
  void drop_invisible_triangle();
  Result<void> rasterize(const PixelBounds& bounds, std::uint16_t layer);
  Result<void> add_blocks(std::span<Block> blocks, std::uint16_t layer);
  Result<void> shade_batch();

  const State3d* state_;
  std::uint64_t dynamic_base_;
  memory::View* memory_;
  Host host_;
  PixelTests tests_;
  TestOrder order_;
  bool needs_shader_;
  std::uint64_t line_steps_ = 0;  // steps of the strip or loop that is drawn, for line stipples
  std::uint64_t steps_ = 0;       // primitives and blocks since still_wanted() was called
  std::array<std::optional<Screen>, 16> screens_;
  std::vector<ClipPlane> planes_;     // of the primitive that is drawn
  std::vector<SetupTriangle> parts_;  // the triangles that it becomes
  Batch batch_;
  StageCounts counts_;
};

}  // namespace eugene::draw
