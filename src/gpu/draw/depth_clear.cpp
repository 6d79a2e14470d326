#include "gpu/draw/depth_clear.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "gpu/draw/fill.h"
#include "gpu/draw/rectangle.h"
#include "memory/format.h"
#include "memory/surface.h"

namespace eugene::gpu {
namespace {

constexpr const char* kSection = "SKL PRM vol2a 3DSTATE_DEPTH_BUFFER, 3DSTATE_WM_HZ_OP";

std::unexpected<Diagnostic> refuse_clear(std::string_view what) {
  return fail(fmt::format("depth or stencil clear with {}, which is not supported", what), kSection);
}

// Returns the fields that the depth and the stencil buffer share. The size is in 3DSTATE_DEPTH_BUFFER even without a
// depth buffer.
memory::SurfaceState shared_state(const State3d& draw) {
  memory::SurfaceState surface{.type = memory::SurfaceType::two_d,
                               .is_array = true,
                               .width = draw.depth_buffer.width,
                               .height = draw.depth_buffer.height,
                               .depth = draw.depth_buffer.depth};
  surface.mips.count = draw.depth_buffer.level;
  return surface;
}

Result<PixelFill> make_fill(const memory::SurfaceState& surface) {
  const Result<memory::ImageLayout> image = memory::ImageLayout::make(surface);
  if (!image) return std::unexpected(image.error());
  return PixelFill{
      .image = *image, .level = surface.mips.count, .pixel = std::vector<std::byte>(image->format().bytes)};
}

Result<PixelFill> fill_depth(const State3d& draw, float value) {
  // Codes of Surface Format in 3DSTATE_DEPTH_BUFFER, named like the formats of surface states.
  enum : std::uint32_t { d32_float = 1, d24_unorm_x8 = 3, d16_unorm = 5 };
  memory::SurfaceState surface = shared_state(draw);
  std::string_view format;
  const DepthBuffer& buffer = draw.depth_buffer;
  switch (buffer.format) {
    case d32_float: format = "R32_FLOAT"; break;
    case d24_unorm_x8: format = "R24_UNORM_X8_TYPELESS"; break;
    case d16_unorm: format = "R16_UNORM"; break;
    default: return refuse_clear("a reserved format");
  }
  constexpr std::uint32_t kTwoD = 1, kCube = 3;
  if (buffer.type != kTwoD && buffer.type != kCube) return refuse_clear("a depth buffer that is not two-dimensional");
  if (buffer.is_tiled_resource) return refuse_clear("a tiled resource");
  surface.format = memory::find_format(format)->code;
  surface.tile = memory::TileMode::y;
  surface.pitch = buffer.pitch;
  surface.qpitch = buffer.qpitch;
  surface.base = buffer.address;
  if (format == "R16_UNORM") surface.alignment.horizontal = 8;
  Result<PixelFill> made = make_fill(surface);
  if (made) memory::pack_pixel(made->image.format(), {std::bit_cast<std::uint32_t>(value)}, made->pixel.data());
  return made;
}

Result<PixelFill> fill_stencil(const State3d& draw, std::uint32_t value, std::uint32_t mask) {
  memory::SurfaceState surface = shared_state(draw);
  surface.format = memory::find_format("R8_UINT")->code;
  surface.tile = memory::TileMode::w;
  surface.pitch = draw.stencil_buffer.pitch;
  surface.qpitch = draw.stencil_buffer.qpitch;
  surface.base = draw.stencil_buffer.address;
  surface.alignment = {.horizontal = 8, .vertical = 8};
  Result<PixelFill> made = make_fill(surface);
  if (made) {
    made->pixel[0] = static_cast<std::byte>(value);
    made->mask = static_cast<std::uint8_t>(mask);
  }
  return made;
}

bool has_stencil(const State3d& draw) { return draw.stencil_buffer.enabled && draw.depth_buffer.writes_stencil; }
bool has_depth(const State3d& draw) {
  constexpr std::uint32_t kNull = 7;
  return draw.depth_buffer.type != kNull && draw.depth_buffer.writes_depth;
}
bool writes_depth(const State3d& draw) { return draw.tests.writes_depth && has_depth(draw); }
bool writes_stencil(const State3d& draw) {
  return draw.tests.tests_stencil && draw.tests.writes_stencil && has_stencil(draw);
}

}  // namespace

bool writes_depth_alone(const State3d& draw) {
  return draw.shader.extra_is_given && !draw.shader.valid && (writes_depth(draw) || writes_stencil(draw));
}

Result<void> draw_depth(std::span<const std::uint32_t> command, const State3d& draw, memory::View& memory,
                        const std::function<Result<void>()>& still_wanted) {
  constexpr std::uint32_t kAlways = 0, kReplace = 2;
  const DepthStencilTests& tests = draw.tests;
  if (tests.tests_depth && tests.depth_function != kAlways) return refuse_clear("a depth test");
  if (writes_stencil(draw) && (tests.stencil_function != kAlways || tests.when_passed != kReplace))
    return refuse_clear("a stencil test");
  const Result<std::vector<PixelGrid>> grids = find_rectangles(command, draw, memory);
  if (!grids) return std::unexpected(grids.error());
  for (const PixelGrid& grid : *grids) {
    const PixelRectangle rectangle{.left = grid.left, .top = grid.top, .right = grid.right, .bottom = grid.bottom};
    std::vector<Result<PixelFill>> fills;
    if (writes_depth(draw)) fills.push_back(fill_depth(draw, grid.depth));
    if (writes_stencil(draw)) fills.push_back(fill_stencil(draw, tests.reference, tests.write_mask));
    for (const Result<PixelFill>& each : fills) {
      if (!each) return std::unexpected(each.error());
      const Result<void> done =
          fill(*each, draw.depth_buffer.first_element + grid.layer, rectangle, memory, still_wanted);
      if (!done) return done;
    }
  }
  return {};
}

Result<void> run_hz_operation(const State3d& draw, memory::View& memory,
                              const std::function<Result<void>()>& still_wanted) {
  const HzOperation& hz = draw.hz_operation;
  if (!hz.clears_stencil && !hz.clears_depth) return {};  // resolves have nothing to do
  if (hz.has_scissor) return refuse_clear("a scissor rectangle");
  if (hz.has_samples) return refuse_clear("several samples a pixel");
  const PixelRectangle rectangle{.left = hz.left, .top = hz.top, .right = hz.right, .bottom = hz.bottom};
  std::vector<Result<PixelFill>> fills;
  if (hz.clears_depth && has_depth(draw)) fills.push_back(fill_depth(draw, draw.clear_depth));
  if (hz.clears_stencil && has_stencil(draw)) fills.push_back(fill_stencil(draw, hz.stencil, 0xFF));
  for (const Result<PixelFill>& each : fills) {
    if (!each) return std::unexpected(each.error());
    const Result<void> done = fill(*each, draw.depth_buffer.first_element, rectangle, memory, still_wanted);
    if (!done) return done;
  }
  return {};
}

}  // namespace eugene::gpu
