#include "draw/output/depth_surface.h"

#include <fmt/format.h>

#include <string_view>

#include "memory/format.h"
#include "memory/surface.h"

namespace eugene::draw {
namespace {

constexpr const char* kDepthSection = "SKL PRM vol2a 3DSTATE_DEPTH_BUFFER";

std::unexpected<Diagnostic> refuse(std::string_view what) {
  return fail(fmt::format("{}, which is not supported", what), kDepthSection);
}

// Returns the fields that the depth and the stencil buffer share. The size is in 3DSTATE_DEPTH_BUFFER even without a
// depth buffer.
memory::SurfaceState shared_state(const DepthBuffer& buffer) {
  memory::SurfaceState surface{.type = memory::SurfaceType::two_d,
                               .is_array = true,
                               .width = buffer.width,
                               .height = buffer.height,
                               .depth = buffer.depth};
  surface.mips.count = buffer.level;
  return surface;
}

}  // namespace

bool has_depth_buffer(const State3d& state) {
  constexpr std::uint32_t kNull = 7;
  return state.depth_buffer.type != kNull;
}

bool has_stencil_buffer(const State3d& state) {
  return state.stencil_buffer.enabled && state.depth_buffer.writes_stencil;
}

Result<memory::ImageLayout> depth_image(const State3d& state) {
  const DepthBuffer& buffer = state.depth_buffer;
  memory::SurfaceState surface = shared_state(buffer);
  std::string_view format;
  switch (buffer.format) {
    case DepthFormat::d32_float: format = "R32_FLOAT"; break;
    case DepthFormat::d24_unorm_x8: format = "R24_UNORM_X8_TYPELESS"; break;
    case DepthFormat::d16_unorm: format = "R16_UNORM"; break;
    default: return refuse("a depth buffer of a reserved format");
  }
  constexpr std::uint32_t kTwoD = 1, kCube = 3;
  if (buffer.type != kTwoD && buffer.type != kCube) return refuse("a depth buffer that is not two-dimensional");
  if (buffer.is_tiled_resource) return refuse("a depth buffer that is a tiled resource");
  surface.format = memory::find_format(format)->code;
  surface.tile = memory::TileMode::y;
  surface.pitch = buffer.pitch;
  surface.qpitch = buffer.qpitch;
  surface.base = buffer.address;
  if (format == "R16_UNORM") surface.alignment.horizontal = 8;
  return memory::ImageLayout::make(surface);
}

Result<memory::ImageLayout> stencil_image(const State3d& state) {
  memory::SurfaceState surface = shared_state(state.depth_buffer);
  surface.format = memory::find_format("R8_UINT")->code;
  surface.tile = memory::TileMode::w;
  surface.pitch = state.stencil_buffer.pitch;
  surface.qpitch = state.stencil_buffer.qpitch;
  surface.base = state.stencil_buffer.address;
  surface.alignment = {.horizontal = 8, .vertical = 8};
  return memory::ImageLayout::make(surface);
}

}  // namespace eugene::draw
