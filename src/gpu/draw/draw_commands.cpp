// State of the 3D pipeline, and 3DPRIMITIVE.
#include <string_view>
#include <vector>

#include "base/bits.h"
#include "gpu/commands/handlers.h"
#include "gpu/draw/draw_meter.h"
#include "gpu/draw/drawing.h"
#include "gpu/draw/fast_clear.h"
#include "gpu/draw/rectangle.h"
#include "gpu/draw/refusal.h"

namespace eugene::gpu {

Result<Next> set_state_3d(ContextState& c, CommandDwords dw) {
  c.pipeline.state_3d.set(dw);
  return Next::advance;
}

namespace {

// Adds what a draw has done to the statistics registers.
void count(const PipelineStatistics& done, Registers& registers) {
  const auto add = [&registers](std::uint32_t offset, std::uint64_t value) {
    registers.write64(offset, registers.read64(offset) + value);
  };
  add(reg::kInputVertices, done.vertices);
  add(reg::kInputPrimitives, done.primitives);
  add(reg::kVertexInvocations, done.shaded_vertices);
  add(reg::kClipperInvocations, done.clipped);
  add(reg::kClipperPrimitives, done.drawn);
  add(reg::kPixelInvocations, done.shaded_pixels);
  add(reg::kDepthCount, done.passed_pixels);
}

// How a draw ended.
struct Outcome {
  PipelineStatistics done;
  Result<void> result;
  bool is_broken = false;  // the context cannot go on
};

Outcome draw_plain_rectangles(ContextState& c, CommandDwords dw) {
  const Result<std::vector<RectangleWork>> rectangles = make_rectangles(dw, c.thread_state(), c.ppgtt);
  if (!rectangles) return {.done = {}, .result = std::unexpected(rectangles.error())};
  const std::uint64_t instances = dw[4];
  Outcome outcome{
      .done = {.vertices = 3 * instances, .primitives = instances, .clipped = instances, .drawn = instances},
      .result = {}};
  for (const RectangleWork& each : *rectangles) {
    outcome.done.covered_pixels += each.pixels;
    outcome.done.shaded_pixels += each.pixels;
    if (const Result<void> done = c.run_work(each.work, nullptr); !done)
      return {.done = outcome.done, .result = std::unexpected(done.error()), .is_broken = true};
    outcome.done.passed_pixels += each.pixels;
  }
  return outcome;
}

Result<DrawCall> read_call(const ContextState& c, CommandDwords dw) {
  constexpr std::size_t kDwords = 7;
  constexpr unsigned kIndirect = 10, kIndexed = 8, kEndOffset = 9;
  if (dw.size() < kDwords) return refuse_draw("the fields of another generation");
  if (bit(dw[1], kEndOffset)) return refuse_draw("a count from stream output");
  DrawCall call{.is_indexed = bit(dw[1], kIndexed)};
  if (bit(dw[0], kIndirect)) {
    call.vertices = c.registers.read(reg::kDrawVertices);
    call.first_vertex = c.registers.read(reg::kDrawFirstVertex);
    call.instances = c.registers.read(reg::kDrawInstances);
    call.first_instance = c.registers.read(reg::kDrawFirstInstance);
    call.base_vertex = c.registers.read(reg::kDrawBaseVertex);
  } else {
    call.vertices = dw[2];
    call.first_vertex = dw[3];
    call.instances = dw[4];
    call.first_instance = dw[5];
    call.base_vertex = dw[6];
  }
  return call;
}

Outcome draw_primitives(ContextState& c, const DrawCall& call) {
  Drawing drawing(call, c.thread_state(), c.ppgtt,
                  {.run_work = [&c](const Work& work) { return c.run_work(work, nullptr); },
                   .still_wanted =
                       [&c, &drawing] {
                         if (c.host.draws != nullptr) c.host.draws->goes_on(drawing.statistics());
                         return c.still_wanted();
                       }});
  const Result<void> done = drawing.run();
  count(drawing.statistics(), c.registers);
  return {.done = drawing.statistics(), .result = done, .is_broken = drawing.is_broken()};
}

}  // namespace

// Draws that are not supported are skipped, so that compute work in the same context still runs.
Result<Next> primitive(ContextState& c, CommandDwords dw) {
  if (bit(dw[0], 8) && c.is_predicate_false()) return Next::advance;
  const TargetOperation operation = target_operation(c.pipeline.state_3d);
  if (operation == TargetOperation::resolve) return Next::advance;
  if (operation == TargetOperation::fast_clear) {
    const Result<void> done = clear_target(c.gen, dw, c.thread_state(), c.ppgtt, [&c] { return c.still_wanted(); });
    return done ? Next::advance : c.skip(done.error());
  }
  const bool is_plain = is_plain_rectangle(dw, c.pipeline.state_3d);
  const Result<DrawCall> call = read_call(c, dw);
  if (!c.host.run_work && (is_plain || call)) return Next::advance;
  DrawMeter* const meter = c.host.draws;
  if (meter != nullptr) meter->begin(call ? std::uint64_t{call->vertices} * call->instances : 0);
  const Outcome outcome = is_plain ? draw_plain_rectangles(c, dw)
                          : call   ? draw_primitives(c, *call)
                                   : Outcome{.done = {}, .result = std::unexpected(call.error())};
  if (meter != nullptr) meter->end(outcome.done, outcome.result ? std::string_view() : outcome.result.error().message);
  if (outcome.result) return Next::advance;
  return outcome.is_broken ? std::unexpected(outcome.result.error()) : c.skip(outcome.result.error());
}

}  // namespace eugene::gpu
