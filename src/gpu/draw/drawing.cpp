#include "gpu/draw/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/bits.h"
#include "draw/fetch/index_fetch.h"
#include "draw/pixel/block_pixels.h"
#include "gpu/draw/refusal.h"

namespace eugene::gpu {
namespace {

constexpr std::uint32_t kMaxVertices = 4096;  // indices that are read at a time
constexpr std::size_t kMaxPrimitives = 1024;  // triangles that are shaded at a time

}  // namespace

Result<void> Drawing::of_host(Result<void> result) {
  is_broken_ = is_broken_ || !result;
  return result;
}

Result<void> Drawing::check() const {
  const draw::State3d& draw = state_.state_3d;
  if (!draw.shader.extra_is_given) return refuse_draw("no pixel shader");
  if (!draw::Assembler::has(draw.topology))
    return refuse_draw(fmt::format("primitives of topology {:#x}", draw.topology));
  if (const auto feature = draw.find_feature(draw::FeatureKind::unsupported)) return refuse_draw(*feature);
  return {};
}

Result<void> Drawing::run() {
  const draw::State3d& draw = state_.state_3d;
  const Result<draw::BlendState> blend = draw::read_blend_state(draw, state_.bases.dynamic, memory_);
  if (!blend) return std::unexpected(blend.error());
  blend_ = *blend;
  if (Result<void> checked = check(); !checked) return checked;
  if (call_.vertices == 0) return {};
  Result<PixelStage> pixels = make_pixel_stage(state_, memory_);
  if (!pixels) return std::unexpected(pixels.error());
  pixel_stage_ = *std::move(pixels);
  if (draw.vertex_shader.enabled) {
    Result<std::vector<eu::Grf>> constants = read_constants(draw.vertex_shader.constants, memory_);
    if (!constants) return std::unexpected(constants.error());
    vertex_constants_ = *std::move(constants);
  }
  const draw::Stages* made = nullptr;
  Result<draw::Stages> stages =
      draw::Stages::make(draw, state_.bases.dynamic, memory_,
                         {.shade = [&](const draw::Batch& batch) { return shade_pixels(batch, *made); },
                          .still_wanted = [this] { return still_wanted(); }});
  if (!stages) return std::unexpected(stages.error());
  made = &*stages;
  Result<void> done;
  for (std::uint32_t instance = 0; done && instance < call_.instances; ++instance)
    done = draw_instance(instance, *stages);
  if (done) done = stages->finish();
  statistics_.clipped = stages->counts().clipped;
  statistics_.drawn = stages->counts().drawn;
  statistics_.culled = stages->counts().culled;
  statistics_.covered_pixels = stages->counts().covered;
  if (stages->test_order() == draw::TestOrder::early && !draw.drops_pixels())
    statistics_.passed_pixels = stages->counts().passed;
  return done;
}

// Vertices are named by their indices. Strips go on from one part of the indices to the next.
Result<void> Drawing::draw_instance(std::uint32_t instance, draw::Stages& stages) {
  const draw::State3d& draw = state_.state_3d;
  draw::Assembler assembler(static_cast<draw::Topology>(draw.topology), draw.rasterizer.provoking);
  std::vector<draw::Primitive> primitives;
  const std::size_t max_primitives =
      std::min(kMaxPrimitives, VertexEntries::max_count(draw.vertex_shader.entry_rows) / 3);
  for (std::uint32_t at = 0; at < call_.vertices;) {
    if (Result<void> wanted = still_wanted(); !wanted) return wanted;
    const std::uint32_t count = std::min(call_.vertices - at, kMaxVertices);
    std::vector<std::uint32_t> indices;
    if (call_.is_indexed) {
      Result<std::vector<std::uint32_t>> read =
          draw::fetch_indices(draw.indices, call_.first_vertex + at, count, memory_);
      if (!read) return std::unexpected(read.error());
      indices = *std::move(read);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t index = call_.is_indexed ? indices[i] : call_.first_vertex + at + i;
      if (call_.is_indexed && draw.indices.has_cut_index && index == draw.indices.cut_index) {
        assembler.cut(primitives);
      } else {
        ++statistics_.vertices;
        assembler.add(index, primitives);
      }
    }
    at += count;
    if (at == call_.vertices) assembler.cut(primitives);
    for (std::span<const draw::Primitive> left = primitives; !left.empty();) {
      const std::size_t taken = std::min(left.size(), max_primitives);
      if (Result<void> done = draw_primitives(left.first(taken), instance, stages); !done) return done;
      left = left.subspan(taken);
    }
    primitives.clear();
  }
  return {};
}

// Fetches each vertex of the primitives once.
Result<void> Drawing::fetch_vertices(std::span<const draw::Primitive> primitives, std::uint32_t instance) {
  constexpr std::size_t kCorners = 3;
  numbers_.reset(primitives.size() * kCorners);
  vertices_.places.clear();
  corners_.clear();
  for (const draw::Primitive& primitive : primitives) {
    std::array<std::uint32_t, kCorners>& corners = corners_.emplace_back();
    for (std::size_t i = 0; i < kCorners; ++i) {
      const std::uint32_t index = primitive.vertices[i];
      corners[i] = numbers_.find(index);
      if (corners[i] < vertices_.size()) continue;
      // VertexID counts from 0, and does not include the base vertex.
      const std::uint32_t place = call_.is_indexed ? index + call_.base_vertex : index;
      const std::uint32_t id = call_.is_indexed ? index : index - call_.first_vertex;
      vertices_.places.push_back(
          {.index = place, .id = id, .instance = instance, .first_instance = call_.first_instance});
    }
  }
  vertices_.rows_of_vertex = fetcher_.rows();
  vertices_.rows.resize(vertices_.size() * fetcher_.rows());
  return fetcher_.fetch(vertices_.places, memory_, vertices_.rows);
}

// Shades each vertex of the primitives once.
Result<void> Drawing::draw_primitives(std::span<const draw::Primitive> primitives, std::uint32_t instance,
                                      draw::Stages& stages) {
  const draw::State3d& draw = state_.state_3d;
  if (Result<void> done = fetch_vertices(primitives, instance); !done) return done;
  statistics_.primitives += primitives.size();
  std::vector<memory::Pixel> shaded;
  std::size_t entry_rows = 0;
  if (draw.vertex_shader.enabled) {
    const VertexEntries entries(vertices_.size(), draw.vertex_shader.entry_rows);
    if (Result<void> done = shade_vertices(entries); !done) return done;
    shaded = entries.read();
    entry_rows = entries.entry_rows();
  }
  const auto rows = [&](std::uint32_t number) -> draw::VertexRows {
    if (!draw.vertex_shader.enabled) return vertices_[number];
    return std::span<const memory::Pixel>(shaded).subspan(number * entry_rows, entry_rows);
  };
  for (std::size_t i = 0; i < primitives.size(); ++i) {
    const auto& [first, second, third] = corners_[i];
    if (Result<void> done = stages.add(primitives[i], {rows(first), rows(second), rows(third)}); !done) return done;
  }
  return {};
}

Result<void> Drawing::shade_vertices(const VertexEntries& entries) {
  const Result<std::vector<Work>> works = make_vertex_works(state_, vertices_, entries, vertex_constants_);
  if (!works) return std::unexpected(works.error());
  statistics_.shaded_vertices += vertices_.size();
  for (const Work& work : *works) {
    if (Result<void> done = of_host(host_.run_work(work)); !done) return done;
  }
  return {};
}

Result<void> Drawing::shade_pixels(const draw::Batch& batch, const draw::Stages& stages) {
  const draw::TestOrder order = stages.test_order();
  const draw::PixelShader& shader = state_.state_3d.shader;
  const draw::TargetOutput output(blend_, stages.tests(),
                                  {.parts = {.depths = shader.computes_depth,
                                             .references = shader.computes_stencil,
                                             .sample_masks = shader.writes_sample_mask},
                                   .tests = order == draw::TestOrder::late,
                                   .writes = order != draw::TestOrder::early && stages.tests().writes(),
                                   .counts = order != draw::TestOrder::early || state_.state_3d.drops_pixels()},
                                  batch.triangles);
  const draw::Rounds rounds(batch.fragments);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    if (Result<void> wanted = still_wanted(); !wanted) return wanted;
    std::span<const draw::Fragment> fragments = rounds[i];
    std::vector<draw::Fragment> passed;
    if (order == draw::TestOrder::early_test) {
      Result<std::vector<draw::Fragment>> tested = test_round(batch, fragments, stages.tests());
      if (!tested) return std::unexpected(tested.error());
      passed = *std::move(tested);
      fragments = passed;
    }
    statistics_.shaded_pixels += draw::count_pixels(fragments);
    const Work work = make_fragment_work(state_, pixel_stage_, batch, fragments, output);
    if (work.groups == 0) continue;
    if (Result<void> done = of_host(host_.run_work(work)); !done) return done;
  }
  statistics_.passed_pixels += output.counted();
  return {};
}

// Returns the fragments of a round without the pixels that fail the tests. Earlier rounds have written their depths.
Result<std::vector<draw::Fragment>> Drawing::test_round(const draw::Batch& batch, std::span<const draw::Fragment> round,
                                                        const draw::PixelTests& tests) {
  std::vector<draw::Fragment> fragments;
  for (draw::Fragment fragment : round) {
    const auto passed = tests.test(draw::block_pixels(fragment.block, fragment.layer),
                                   {.triangle = &batch.triangles[fragment.triangle]}, memory_);
    if (!passed)
      return fail(fmt::format("depth or stencil buffer: address {:#x} is not mapped", memory_.bad_address()));
    fragment.block.pixels = static_cast<std::uint16_t>(*passed);
    if (fragment.block.pixels != 0) fragments.push_back(fragment);
  }
  return fragments;
}

}  // namespace eugene::gpu
