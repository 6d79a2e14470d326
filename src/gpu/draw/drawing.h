// Executes one 3DPRIMITIVE: takes vertices through the stages of draw/stages.h, and runs the threads of both shaders.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "draw/stages.h"
#include "gpu/draw/draw_statistics.h"
#include "gpu/draw/shader_work.h"
#include "gpu/schedule/work/work.h"
#include "memory/view.h"

namespace eugene::gpu {

// The fields of 3DPRIMITIVE.
struct DrawCall {
  bool is_indexed = false;
  std::uint32_t vertices = 0;  // of an instance
  std::uint32_t first_vertex = 0;
  std::uint32_t instances = 0;
  std::uint32_t first_instance = 0;
  std::uint32_t base_vertex = 0;  // added to indices, modulo 2^32
};

class Drawing {
 public:
  // The services of the command streamer.
  struct Host {
    std::function<Result<void>(const Work&)> run_work;
    std::function<Result<void>()> still_wanted;
  };

  Drawing(const DrawCall& call, const PipelineState& state, memory::View& memory, Host host)
      : call_(call), state_(state), memory_(memory), host_(std::move(host)) {}

  // An error names what is not supported, unless is_broken().
  Result<void> run();
  // Whether the error is one of the host's, so that the context cannot go on.
  bool is_broken() const { return is_broken_; }
  // While the draw runs, only vertices, primitives and shaded pixels have been counted.
  const DrawStatistics& statistics() const { return statistics_; }

 private:
  Result<void> check() const;
  Result<void> draw_instance(std::uint32_t instance, draw::Stages& stages);
  Result<void> draw_primitives(std::span<const draw::Primitive> primitives, std::uint32_t instance,
                               draw::Stages& stages);
  Result<void> shade_vertices(const FetchedVertices& vertices, const VertexEntries& entries);
  Result<void> shade_pixels(const draw::Batch& batch, const draw::Stages& stages);
  Result<std::vector<draw::Fragment>> test_round(const draw::Batch& batch, std::span<const draw::Fragment> round,
                                                 const draw::PixelTests& tests);
  // Notes whether the host has failed, and returns its result.
  Result<void> of_host(Result<void> result);
  Result<void> still_wanted() { return of_host(host_.still_wanted()); }

  DrawCall call_;
  const PipelineState& state_;
  memory::View& memory_;
  Host host_;
  std::vector<eu::Grf> vertex_constants_;
  PixelStage pixel_stage_;
  draw::BlendState blend_;
  DrawStatistics statistics_;
  bool is_broken_ = false;
};

}  // namespace eugene::gpu
