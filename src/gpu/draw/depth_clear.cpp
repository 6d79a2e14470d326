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

using Code = State3dCode;

constexpr const char* kSection = "SKL PRM vol2a 3DSTATE_DEPTH_BUFFER, 3DSTATE_WM_HZ_OP";
constexpr std::uint32_t kRowsOfQPitch = 4;  // the unit of Surface QPitch

std::unexpected<Diagnostic> refuse_clear(std::string_view what) {
  return fail(fmt::format("depth or stencil clear with {}, which is not supported", what), kSection);
}

// Fields that the depth and the stencil buffer have in common: 3DSTATE_DEPTH_BUFFER has the size, even without a depth
// buffer.
memory::SurfaceState shared_state(const State3d& draw) {
  memory::SurfaceState surface{.type = memory::SurfaceType::two_d,
                               .is_array = true,
                               .width = draw.field(Code::depth_buffer, 4, 17, 4) + 1,
                               .height = draw.field(Code::depth_buffer, 4, 31, 18) + 1,
                               .depth = draw.field(Code::depth_buffer, 5, 31, 21) + 1};
  surface.mips.count = static_cast<std::uint8_t>(draw.field(Code::depth_buffer, 4, 3, 0));  // the level written to
  return surface;
}

std::uint64_t address_of(const State3d& draw, Code buffer) {
  return draw.dword(buffer, 2) | std::uint64_t{draw.dword(buffer, 3)} << 32;
}

Result<Fill> make_fill(const memory::SurfaceState& surface) {
  const Result<memory::ImageLayout> image = memory::ImageLayout::make(surface);
  if (!image) return std::unexpected(image.error());
  return Fill{.image = *image, .level = surface.mips.count, .pixel = std::vector<std::byte>(image->format().bytes)};
}

Result<Fill> fill_depth(const State3d& draw, float value) {
  // Surface Format of 3DSTATE_DEPTH_BUFFER, as surface states name it.
  enum : std::uint32_t { d32_float = 1, d24_unorm_x8 = 3, d16_unorm = 5 };
  memory::SurfaceState surface = shared_state(draw);
  std::string_view format;
  switch (draw.field(Code::depth_buffer, 1, 20, 18)) {
    case d32_float: format = "R32_FLOAT"; break;
    case d24_unorm_x8: format = "R24_UNORM_X8_TYPELESS"; break;
    case d16_unorm: format = "R16_UNORM"; break;
    default: return refuse_clear("a reserved format");
  }
  constexpr std::uint32_t kTwoD = 1, kCube = 3;
  const std::uint32_t type = draw.field(Code::depth_buffer, 1, 31, 29);
  if (type != kTwoD && type != kCube) return refuse_clear("a depth buffer that is not two-dimensional");
  if (draw.field(Code::depth_buffer, 6, 31, 30) != 0) return refuse_clear("a tiled resource");
  surface.format = memory::find_format(format)->code;
  surface.tile = memory::TileMode::y;
  surface.pitch = draw.field(Code::depth_buffer, 1, 17, 0) + 1;
  surface.qpitch = draw.field(Code::depth_buffer, 7, 14, 0) * kRowsOfQPitch;
  surface.base = address_of(draw, Code::depth_buffer);
  if (format == "R16_UNORM") surface.alignment.horizontal = 8;
  Result<Fill> made = make_fill(surface);
  if (made) memory::pack_pixel(made->image.format(), {std::bit_cast<std::uint32_t>(value)}, made->pixel.data());
  return made;
}

Result<Fill> fill_stencil(const State3d& draw, std::uint32_t value, std::uint32_t mask) {
  memory::SurfaceState surface = shared_state(draw);
  surface.format = memory::find_format("R8_UINT")->code;
  surface.tile = memory::TileMode::w;
  surface.pitch = draw.field(Code::stencil_buffer, 1, 16, 0) + 1;
  surface.qpitch = draw.field(Code::stencil_buffer, 4, 14, 0) * kRowsOfQPitch;
  surface.base = address_of(draw, Code::stencil_buffer);
  surface.alignment = {.horizontal = 8, .vertical = 8};
  Result<Fill> made = make_fill(surface);
  if (made) {
    made->pixel[0] = static_cast<std::byte>(value);
    made->mask = static_cast<std::uint8_t>(mask);
  }
  return made;
}

bool has_stencil(const State3d& draw) {
  return draw.field(Code::stencil_buffer, 1, 31, 31) != 0 && draw.field(Code::depth_buffer, 1, 27, 27) != 0;
}
bool has_depth(const State3d& draw) {
  constexpr std::uint32_t kNull = 7;
  return draw.field(Code::depth_buffer, 1, 31, 29) != kNull && draw.field(Code::depth_buffer, 1, 28, 28) != 0;
}

std::uint32_t slice_of(const State3d& draw, std::uint32_t layer) {
  return draw.field(Code::depth_buffer, 5, 20, 10) + layer;  // Minimum Array Element
}

// 3DSTATE_WM_DEPTH_STENCIL.
struct DepthTest {
  bool writes = false, tests = false;
  std::uint32_t function = 0;
};
DepthTest depth_test(const State3d& draw) {
  return {.writes = draw.field(Code::wm_depth_stencil, 1, 0, 0) != 0 && has_depth(draw),
          .tests = draw.field(Code::wm_depth_stencil, 1, 1, 1) != 0,
          .function = draw.field(Code::wm_depth_stencil, 1, 7, 5)};
}
struct StencilTest {
  bool writes = false;
  std::uint32_t function = 0, when_passed = 0, mask = 0, reference = 0;
};
StencilTest stencil_test(const State3d& draw) {
  constexpr std::uint32_t kTestsAndWrites = 3;
  return {.writes = draw.field(Code::wm_depth_stencil, 1, 3, 2) == kTestsAndWrites && has_stencil(draw),
          .function = draw.field(Code::wm_depth_stencil, 1, 10, 8),
          .when_passed = draw.field(Code::wm_depth_stencil, 1, 25, 23),
          .mask = draw.field(Code::wm_depth_stencil, 2, 23, 16),
          .reference = draw.field(Code::wm_depth_stencil, 3, 15, 8)};
}

}  // namespace

bool writes_depth_alone(const State3d& draw) {
  return !draw.command(Code::ps_extra).empty() && draw.field(Code::ps_extra, 1, 31, 31) == 0 &&
         (depth_test(draw).writes || stencil_test(draw).writes);
}

Result<void> draw_depth(std::span<const std::uint32_t> command, const State3d& draw, memory::View& memory,
                        const std::function<Result<void>()>& still_wanted) {
  constexpr std::uint32_t kAlways = 0, kReplace = 2;
  const DepthTest depth = depth_test(draw);
  const StencilTest stencil = stencil_test(draw);
  if (depth.tests && depth.function != kAlways) return refuse_clear("a depth test");
  if (stencil.writes && (stencil.function != kAlways || stencil.when_passed != kReplace))
    return refuse_clear("a stencil test");
  const Result<std::vector<PixelGrid>> grids = rectangles_of(command, draw, memory);
  if (!grids) return std::unexpected(grids.error());
  for (const PixelGrid& grid : *grids) {
    const PixelRectangle rectangle{.left = grid.left, .top = grid.top, .right = grid.right, .bottom = grid.bottom};
    std::vector<Result<Fill>> fills;
    if (depth.writes) fills.push_back(fill_depth(draw, grid.depth));
    if (stencil.writes) fills.push_back(fill_stencil(draw, stencil.reference, stencil.mask));
    for (const Result<Fill>& each : fills) {
      if (!each) return std::unexpected(each.error());
      const Result<void> done = fill(*each, slice_of(draw, grid.layer), rectangle, memory, still_wanted);
      if (!done) return done;
    }
  }
  return {};
}

Result<void> run_hz_operation(const State3d& draw, memory::View& memory,
                              const std::function<Result<void>()>& still_wanted) {
  const bool clears_stencil = draw.field(Code::wm_hz_op, 1, 31, 31) != 0;
  const bool clears_depth = draw.field(Code::wm_hz_op, 1, 30, 30) != 0;
  if (!clears_stencil && !clears_depth) return {};  // resolves have nothing to do
  if (draw.field(Code::wm_hz_op, 1, 29, 29) != 0) return refuse_clear("a scissor rectangle");
  if (draw.field(Code::wm_hz_op, 1, 15, 13) != 0) return refuse_clear("several samples a pixel");
  const PixelRectangle rectangle{.left = draw.field(Code::wm_hz_op, 2, 15, 0),
                                 .top = draw.field(Code::wm_hz_op, 2, 31, 16),
                                 .right = draw.field(Code::wm_hz_op, 3, 15, 0),
                                 .bottom = draw.field(Code::wm_hz_op, 3, 31, 16)};
  std::vector<Result<Fill>> fills;
  if (clears_depth && has_depth(draw))
    fills.push_back(fill_depth(draw, std::bit_cast<float>(draw.dword(Code::clear_params, 1))));
  if (clears_stencil && has_stencil(draw))
    fills.push_back(fill_stencil(draw, draw.field(Code::wm_hz_op, 1, 23, 16), 0xFF));
  for (const Result<Fill>& each : fills) {
    if (!each) return std::unexpected(each.error());
    const Result<void> done = fill(*each, slice_of(draw, 0), rectangle, memory, still_wanted);
    if (!done) return done;
  }
  return {};
}

}  // namespace eugene::gpu
