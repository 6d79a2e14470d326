#include "draw/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/bits.h"
#include "draw/raster/stipple.h"
#include "draw/setup/parts.h"

namespace eugene::draw {
namespace {

constexpr std::int32_t kMaxTarget = 16384;       // pixels of the largest render target, in either direction
constexpr std::size_t kMaxFragments = 1U << 13;  // of a batch: its data stay in the processor's caches

// Returns an integer from a number that may be anything.
std::int32_t to_pixel(float value) {
  const double rounded = std::floor(double{value});
  if (!(rounded > 0)) return 0;
  return rounded > kMaxTarget ? kMaxTarget : static_cast<std::int32_t>(rounded);
}

PixelBounds scissor_bounds(const Scissor& scissor) {
  return {.left = static_cast<std::int32_t>(scissor.left),
          .top = static_cast<std::int32_t>(scissor.top),
          .right = static_cast<std::int32_t>(scissor.right) + 1,
          .bottom = static_cast<std::int32_t>(scissor.bottom) + 1};
}

PixelBounds viewport_bounds(const Viewport& viewport) {
  const auto& [left, right, top, bottom] = viewport.extents;
  return {.left = to_pixel(left), .top = to_pixel(top), .right = to_pixel(right + 1), .bottom = to_pixel(bottom + 1)};
}

std::uint32_t header_dword(const VertexRows& vertex, std::size_t dword) {
  return vertex.empty() ? 0 : vertex[kHeaderRow][dword];
}

std::array<float, 4> position_of(const VertexRows& vertex) {
  std::array<float, 4> position{};
  if (vertex.size() <= kPositionRow) return position;
  for (std::size_t c = 0; c < position.size(); ++c) position[c] = std::bit_cast<float>(vertex[kPositionRow][c]);
  return position;
}

float distance_of(const VertexRows& vertex, unsigned number) {
  const std::size_t row = kDistanceRow + number / 4;
  return row < vertex.size() ? std::bit_cast<float>(vertex[row][number % 4]) : 0.0F;
}

}  // namespace

TestOrder find_test_order(const State3d& state, const PixelTests& tests) {
  enum : std::uint8_t { after_shader = 1, before_shader = 2 };  // EDSC_PSEXEC, EDSC_PREPS
  const PixelShader& shader = state.shader;
  if (!needs_pixel_shader(state) || state.windower.early_control == before_shader) return TestOrder::early;
  if (shader.computes_depth || shader.computes_stencil || state.windower.early_control == after_shader)
    return TestOrder::late;
  if (!state.drops_pixels() || !tests.writes()) return TestOrder::early;
  return tests.writes_stencil() ? TestOrder::late : TestOrder::early_test;
}

bool needs_pixel_shader(const State3d& state) {
  constexpr std::uint8_t kForced = 2;
  const PixelShader& shader = state.shader;
  return shader.valid &&
         (state.has_writable_target || state.drops_pixels() || shader.computes_depth || shader.computes_stencil ||
          shader.has_side_effects || state.windower.thread_control == kForced);
}

Result<Stages> Stages::make(const State3d& state, std::uint64_t dynamic_base, memory::View& memory, Host host) {
  const Result<PixelTests> tests = PixelTests::make(state);
  if (!tests) return std::unexpected(tests.error());
  return Stages(state, dynamic_base, memory, std::move(host), *tests);
}

Result<void> Stages::step(std::uint64_t steps) {
  constexpr std::uint64_t kStepsBetweenChecks = 1024;
  steps_ += steps;
  if (steps_ < kStepsBetweenChecks) return {};
  steps_ = 0;
  return host_.still_wanted();
}

Result<const Stages::Screen*> Stages::screen(std::uint32_t viewport) {
  std::optional<Screen>& screen = screens_[viewport % screens_.size()];
  if (screen) return &*screen;
  screen.emplace();
  if (state_->rasterizer.transforms) {
    const Result<Viewport> read = read_viewport(*state_, dynamic_base_, viewport, *memory_);
    if (!read) return std::unexpected(read.error());
    screen->viewport = *read;
    screen->bounds = viewport_bounds(*read);
  } else {
    screen->bounds = {.right = kMaxTarget, .bottom = kMaxTarget};
  }
  if (state_->clipper.enabled && !state_->clipper.accepts_all) screen->planes = clip_planes(*state_, screen->viewport);
  if (state_->rasterizer.has_scissor) {
    const Result<Scissor> read = read_scissor(*state_, dynamic_base_, viewport, *memory_);
    if (!read) return std::unexpected(read.error());
    screen->bounds = screen->bounds.intersect(scissor_bounds(*read));
  }
  if (state_->drawing_rectangle) {
    const DrawingRectangle& rectangle = *state_->drawing_rectangle;
    screen->bounds = screen->bounds.intersect(scissor_bounds(
        {.left = rectangle.left, .top = rectangle.top, .right = rectangle.right, .bottom = rectangle.bottom}));
  }
  screen->bounds = screen->bounds.intersect({.right = kMaxTarget, .bottom = kMaxTarget});
  return &*screen;
}

// Sets planes_ to the planes of the view volume and of the program. Returns false if the primitive is culled by these,
// or a position is not a number.
bool Stages::find_planes(const std::array<VertexRows, 3>& vertices, const Screen& screen) {
  for (const VertexRows& vertex : vertices) {
    if (!std::ranges::all_of(position_of(vertex), [](float value) { return std::isfinite(value); })) return false;
  }
  planes_ = screen.planes;
  if ((state_->clipper.distances | state_->clipper.culls) == 0) return true;
  for (unsigned number = 0; number < 8; ++number) {
    const bool clips = bit(state_->clipper.distances, number), culls = bit(state_->clipper.culls, number);
    if (!clips && !culls) continue;
    const UserDistances all{distance_of(vertices[0], number), distance_of(vertices[1], number),
                            distance_of(vertices[2], number)};
    // A distance that is not a number is outside.
    if (culls && std::ranges::all_of(all, [](float value) { return !(value >= 0); })) return false;
    if (clips && !std::ranges::all_of(all, [](float value) { return std::isfinite(value); })) return false;
    if (clips) planes_.push_back(user_plane(all));
  }
  return true;
}

// Sets parts_ to the triangles on the screen that a primitive becomes.
void Stages::make_parts(const Primitive& primitive, const std::array<VertexRows, 3>& vertices, const Screen& screen) {
  parts_.clear();
  if (!find_planes(vertices, screen)) return;
  const auto corners = whole_triangle({position_of(vertices[0]), position_of(vertices[1]), position_of(vertices[2])});
  const Rasterizer& raster = state_->rasterizer;
  const auto point_width = [&](std::size_t vertex) {
    return raster.has_point_width ? raster.point_width : std::bit_cast<float>(header_dword(vertices[vertex], 3));
  };
  if (primitive.count == 1) {
    if (!is_inside(corners[0], planes_)) return;
    ++counts_.drawn;
    parts_ = set_up_point(corners[0], point_width(0), *state_, screen.viewport);
  } else if (primitive.count == 2) {
    const auto line = clip_line({corners[0], corners[1]}, planes_);
    if (!line) return;
    ++counts_.drawn;
    parts_ = set_up_line(*line, *state_, screen.viewport);
  } else if (primitive.count == 4) {
    ++counts_.drawn;
    parts_ = set_up_rectangle(corners, *state_, screen.viewport);
  } else {
    const Outline outline{.point_width = point_width(primitive.provoking), .edges = primitive.edges};
    const bool is_whole = are_inside(corners, planes_);
    std::vector<ClipVertex> clipped;
    if (!is_whole) {
      clipped = clip_triangle(corners, planes_);
      if (clipped.size() < 3) return;
    }
    ++counts_.drawn;
    const std::span<const ClipVertex> polygon = is_whole ? std::span<const ClipVertex>(corners) : clipped;
    set_up_polygon(polygon, outline, *state_, screen.viewport, parts_);
  }
}

Result<void> Stages::add(const Primitive& primitive, const std::array<VertexRows, 3>& vertices) {
  if (Result<void> wanted = step(1); !wanted) return wanted;
  ++counts_.clipped;
  if (state_->clipper.enabled && state_->clipper.rejects_all) return {};
  const VertexRows& provoking = vertices[primitive.provoking];
  const std::uint32_t viewport = std::min(header_dword(provoking, 2), state_->clipper.last_viewport);
  const Result<const Screen*> screen = this->screen(viewport);
  if (!screen) return std::unexpected(screen.error());
  const std::uint32_t layer = state_->clipper.forces_layer_0 ? 0 : header_dword(provoking, 1);
  constexpr std::uint32_t kMaxLayer = 2047;
  if (!primitive.goes_on) line_steps_ = 0;
  const std::uint64_t drawn_before = counts_.drawn;
  make_parts(primitive, vertices, **screen);
  if (parts_.empty()) counts_.culled += counts_.drawn - drawn_before;
  for (const SetupTriangle& part : parts_) {
    batch_.triangles.push_back({.setup = part,
                                .first_attribute = batch_.attributes.size(),
                                .min_depth = (*screen)->viewport.min_depth,
                                .max_depth = (*screen)->viewport.max_depth});
    append_attributes(state_->attributes,
                      {.vertices = vertices,
                       .provoking = primitive.provoking,
                       .is_back = part.is_back,
                       .is_point = primitive.count == 1,
                       .primitive_id = primitive.id},
                      batch_.attributes);
    const Result<void> done = rasterize((*screen)->bounds, static_cast<std::uint16_t>(std::min(layer, kMaxLayer)));
    if (!done) return done;
    drop_invisible_triangle();
  }
  return {};
}

// Removes the last triangle if nothing of it waits for the pixel shader.
void Stages::drop_invisible_triangle() {
  const std::size_t last = batch_.triangles.size() - 1;
  if (!batch_.fragments.empty() && batch_.fragments.back().triangle == last) return;
  batch_.attributes.resize(batch_.triangles.back().first_attribute);
  batch_.triangles.pop_back();
}

// Rasterises the last triangle of the batch.
Result<void> Stages::rasterize(const PixelBounds& bounds, std::uint16_t layer) {
  Result<void> result;
  const SetupTriangle& triangle = batch_.triangles.back().setup;
  const Corners corners = triangle.corners;  // copies: the triangle moves when the batch is shaded
  const std::optional<LineShape> line = triangle.line;
  const bool is_stippled = triangle.is_area && state_->windower.stipples_polygons;
  const auto add = [&](std::span<Block> blocks) {
    if (!result) return;
    if (is_stippled) {
      for (Block& block : blocks) block.pixels &= stipple_pixels(state_->polygon_stipple, block);
    }
    result = add_blocks(blocks, layer);
  };
  if (!line) {
    rasterize_triangle(corners, bounds, add);
  } else if (!state_->windower.stipples_lines) {
    rasterize_line(*line, bounds, add);
  } else {
    const Dashes dashes{.stipple = state_->line_stipple, .first_step = line_steps_};
    rasterize_line(*line, bounds, add, &dashes);
    line_steps_ += count_steps(*line);
  }
  return result;
}

// Tests blocks of the last triangle of the batch, and keeps what is left of them for the pixel shader.
Result<void> Stages::add_blocks(std::span<Block> blocks, std::uint16_t layer) {
  if (Result<void> wanted = step(blocks.size()); !wanted) return wanted;
  counts_.covered += count_pixels(blocks);
  if (order_ == TestOrder::early) {
    if (!tests_.test_and_write(blocks, layer, batch_.triangles.back(), *memory_)) {
      return fail(fmt::format("depth or stencil buffer: address {:#x} is not mapped", memory_->bad_address()));
    }
    counts_.passed += count_pixels(blocks);
  }
  if (!needs_shader_) return {};
  for (const Block& block : blocks) {
    if (block.pixels == 0) continue;
    batch_.fragments.push_back(
        {.block = block, .layer = layer, .triangle = static_cast<std::uint32_t>(batch_.triangles.size() - 1)});
    if (batch_.fragments.size() < kMaxFragments) continue;
    if (Result<void> done = shade_batch(); !done) return done;
  }
  return {};
}

// Shades the batch. Its last triangle may go on in the next batch.
Result<void> Stages::shade_batch() {
  if (const Result<void> done = host_.shade(batch_); !done) return done;
  const auto first = static_cast<std::ptrdiff_t>(batch_.triangles.back().first_attribute);
  batch_.attributes.erase(batch_.attributes.begin(), batch_.attributes.begin() + first);
  batch_.triangles.erase(batch_.triangles.begin(), batch_.triangles.end() - 1);
  batch_.triangles.back().first_attribute = 0;
  batch_.fragments.clear();
  return {};
}

Result<void> Stages::finish() {
  if (batch_.fragments.empty()) return {};
  const Result<void> done = host_.shade(batch_);
  batch_ = {};
  return done;
}

}  // namespace eugene::draw
