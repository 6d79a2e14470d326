#include "gpu/draw/depth_clear.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "draw/output/depth_surface.h"
#include "gpu/draw/fill.h"
#include "gpu/draw/rectangle.h"
#include "memory/format.h"

namespace eugene::gpu {
namespace {

constexpr const char* kSection = "SKL PRM vol2a 3DSTATE_DEPTH_BUFFER, 3DSTATE_WM_HZ_OP";

std::unexpected<Diagnostic> refuse_clear(std::string_view what) {
  return fail(fmt::format("depth or stencil clear with {}, which is not supported", what), kSection);
}

Result<PixelFill> make_fill(const Result<memory::ImageLayout>& image) {
  if (!image) return std::unexpected(image.error());
  return PixelFill{
      .image = *image, .level = image->surface().mips.count, .pixel = std::vector<std::byte>(image->format().bytes)};
}

Result<PixelFill> fill_depth(const draw::State3d& draw, float value) {
  Result<PixelFill> made = make_fill(draw::depth_image(draw));
  if (made) memory::pack_pixel(made->image.format(), {std::bit_cast<std::uint32_t>(value)}, made->pixel.data());
  return made;
}

Result<PixelFill> fill_stencil(const draw::State3d& draw, std::uint32_t value, std::uint32_t mask) {
  Result<PixelFill> made = make_fill(draw::stencil_image(draw));
  if (made) {
    made->pixel[0] = static_cast<std::byte>(value);
    made->mask = static_cast<std::uint8_t>(mask);
  }
  return made;
}

bool has_depth(const draw::State3d& draw) { return draw::has_depth_buffer(draw) && draw.depth_buffer.writes_depth; }
bool writes_depth(const draw::State3d& draw) { return draw.tests.writes_depth && has_depth(draw); }
bool writes_stencil(const draw::State3d& draw) {
  return draw.tests.tests_stencil && draw.tests.writes_stencil && draw::has_stencil_buffer(draw);
}

}  // namespace

bool writes_depth_alone(const draw::State3d& draw) {
  return draw.shader.extra_is_given && !draw.shader.valid && (writes_depth(draw) || writes_stencil(draw));
}

Result<void> draw_depth(std::span<const std::uint32_t> command, const draw::State3d& draw, memory::View& memory,
                        const std::function<Result<void>()>& still_wanted) {
  constexpr std::uint32_t kAlways = 0, kReplace = 2;
  const draw::DepthStencilTests& tests = draw.tests;
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

Result<void> run_hz_operation(const draw::State3d& draw, memory::View& memory,
                              const std::function<Result<void>()>& still_wanted) {
  const draw::HzOperation& hz = draw.hz_operation;
  if (!hz.clears_stencil && !hz.clears_depth) return {};  // resolves have nothing to do
  if (hz.has_scissor) return refuse_clear("a scissor rectangle");
  if (hz.has_samples) return refuse_clear("several samples a pixel");
  const PixelRectangle rectangle{.left = hz.left, .top = hz.top, .right = hz.right, .bottom = hz.bottom};
  std::vector<Result<PixelFill>> fills;
  if (hz.clears_depth && has_depth(draw)) fills.push_back(fill_depth(draw, draw.clear_depth));
  if (hz.clears_stencil && draw::has_stencil_buffer(draw)) fills.push_back(fill_stencil(draw, hz.stencil, 0xFF));
  for (const Result<PixelFill>& each : fills) {
    if (!each) return std::unexpected(each.error());
    const Result<void> done = fill(*each, draw.depth_buffer.first_element, rectangle, memory, still_wanted);
    if (!done) return done;
  }
  return {};
}

}  // namespace eugene::gpu
