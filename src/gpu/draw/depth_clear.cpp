#include "gpu/draw/depth_clear.h"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <string_view>
#include <vector>

#include "draw/output/depth_surface.h"
#include "gpu/draw/fill.h"
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

Result<PixelFill> fill_stencil(const draw::State3d& draw, std::uint32_t value) {
  Result<PixelFill> made = make_fill(draw::stencil_image(draw));
  if (made) made->pixel[0] = static_cast<std::byte>(value);
  return made;
}

bool has_depth(const draw::State3d& draw) { return draw::has_depth_buffer(draw) && draw.depth_buffer.writes_depth; }

}  // namespace

Result<void> run_hz_operation(const draw::State3d& draw, memory::View& memory,
                              const std::function<Result<void>()>& still_wanted) {
  const draw::HzOperation& hz = draw.hz_operation;
  if (!hz.clears_stencil && !hz.clears_depth) return {};  // resolves have nothing to do
  if (hz.has_scissor) return refuse_clear("a scissor rectangle");
  if (hz.has_samples) return refuse_clear("several samples a pixel");
  const PixelRectangle rectangle{.left = hz.left, .top = hz.top, .right = hz.right, .bottom = hz.bottom};
  std::vector<Result<PixelFill>> fills;
  if (hz.clears_depth && has_depth(draw)) fills.push_back(fill_depth(draw, draw.clear_depth));
  if (hz.clears_stencil && draw::has_stencil_buffer(draw)) fills.push_back(fill_stencil(draw, hz.stencil));
  for (const Result<PixelFill>& each : fills) {
    if (!each) return std::unexpected(each.error());
    const Result<void> done = fill(*each, draw.depth_buffer.first_element, rectangle, memory, still_wanted);
    if (!done) return done;
  }
  return {};
}

}  // namespace eugene::gpu
