#include "gpu/draw/fast_clear.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "functions/surfaces.h"
#include "gpu/draw/fill.h"
#include "gpu/draw/rectangle.h"
#include "memory/format.h"
#include "memory/image_layout.h"

namespace eugene::gpu {
namespace {

constexpr const char* kClearSection = "SKL PRM vol7 MCS Buffer for Render Target(s)";
// Size, in bytes and rows, of the block of a Y-tiled target that one pixel of the rectangle stands for.
// Gen12: Mesa's blorp_clear.c, get_fast_clear_rect.
constexpr std::uint32_t kBytesOfPixel = 256;
constexpr isa::PerGen<std::uint32_t> kRowsOfPixel{32, 32, 16};
constexpr std::size_t kClearColor = 48;  // offset in the surface state: red, green, blue, alpha
// The surface state has an address in place of the colour: Clear Value Address in Mesa's gen12.xml.
constexpr isa::PerGen<bool> kHasColorAddress{false, false, true};
constexpr std::uint64_t kColorAddressBits = 0xFFFF'FFFF'FFC0;

std::unexpected<Diagnostic> not_mapped(const memory::View& memory) {
  return fail(fmt::format("fast clear: address {:#x} is not mapped", memory.bad_address()), kClearSection);
}

// Reads the clear colour of the surface whose state is at `surface`. False if it is not mapped.
bool read_clear_color(const isa::Gen& gen, std::uint64_t surface, memory::View& memory, memory::Pixel& color) {
  std::uint64_t place = surface + kClearColor;
  if (kHasColorAddress[gen.id]) {
    if (!memory.read(place, std::as_writable_bytes(std::span(&place, 1)))) return false;
    place &= kColorAddressBits;
  }
  return memory.read(place, std::as_writable_bytes(std::span(color)));
}

// The first render target, to be filled with its clear colour.
Result<PixelFill> find_target(const isa::Gen& gen, const PipelineState& state, memory::View& memory) {
  const std::uint32_t table = state.binding_table_offset(state.state_3d.shader.binding_table);
  std::uint32_t entry = 0;
  if (!memory.read(state.bases.surface + table, std::as_writable_bytes(std::span(&entry, 1))))
    return not_mapped(memory);
  const memory::SurfaceLayout& layout = functions::surface_layout(gen);
  const auto surface = memory::read_surface_state(memory, layout, state.bases.surface, table, 0);
  memory::Pixel color{};
  if (!surface || !read_clear_color(gen, state.bases.surface + entry, memory, color)) return not_mapped(memory);
  const bool has_ccs = surface->auxiliary.mode == memory::AuxiliaryMode::ccs_d ||
                       surface->auxiliary.mode == memory::AuxiliaryMode::ccs_e;
  if (!has_ccs || surface->tile != memory::TileMode::y || surface->tiled_resource_mode != 0 ||
      surface->samples.count_log2 != 0)
    return fail("fast clear of anything but a Y-tiled surface of one sample with a color control surface",
                kClearSection);
  Result<memory::ImageLayout> image = memory::ImageLayout::make(*surface);
  if (!image) return std::unexpected(image.error());
  if (image->format().unpack == nullptr) return fail("fast clear of a surface that is not an image of texels");
  PixelFill target{
      .image = *image, .level = surface->mips.count, .pixel = std::vector<std::byte>(image->format().bytes)};
  memory::pack_pixel(target.image.format(), color, target.pixel.data());
  return target;
}

// The block of pixels that the rectangle stands for.
PixelRectangle find_block(const isa::Gen& gen, const PixelGrid& grid, std::size_t bytes) {
  const auto columns = kBytesOfPixel / static_cast<std::uint32_t>(bytes);
  const std::uint32_t rows = kRowsOfPixel[gen.id];
  return {
      .left = grid.left * columns, .top = grid.top * rows, .right = grid.right * columns, .bottom = grid.bottom * rows};
}

}  // namespace

TargetOperation target_operation(const draw::State3d& draw) {
  if (draw.shader.fast_clears) return TargetOperation::fast_clear;
  return draw.shader.resolves != 0 ? TargetOperation::resolve : TargetOperation::draw;
}

Result<void> clear_target(const isa::Gen& gen, std::span<const std::uint32_t> command, const PipelineState& state,
                          memory::View& memory, const std::function<Result<void>()>& still_wanted) {
  const Result<std::vector<PixelGrid>> grids = find_rectangles(command, state.state_3d, memory);
  if (!grids) return std::unexpected(grids.error());
  const Result<PixelFill> target = find_target(gen, state, memory);
  if (!target) return std::unexpected(target.error());
  for (const PixelGrid& grid : *grids) {
    const memory::SurfaceState& surface = target->image.surface();
    const std::uint32_t first = surface.type == memory::SurfaceType::three_d ? surface.slices.first : 0U;
    const Result<void> done =
        fill(*target, grid.layer + first, find_block(gen, grid, target->pixel.size()), memory, still_wanted);
    if (!done) return done;
  }
  return {};
}

}  // namespace eugene::gpu
