// State of the 3D pipeline, and 3DPRIMITIVE.
#include <vector>

#include "base/bits.h"
#include "gpu/commands/handlers.h"
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
void count(const DrawStatistics& done, Registers& registers) {
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

Result<Next> draw_plain_rectangles(ContextState& c, CommandDwords dw) {
  const Result<std::vector<Work>> rectangles = make_rectangles(dw, c.thread_state(), c.ppgtt);
  if (!rectangles) return c.skip(rectangles.error());
  for (const Work& work : *rectangles) {
    if (!c.host.run_work) break;
    if (const Result<void> done = c.run_work(work, nullptr); !done) return std::unexpected(done.error());
  }
  return Next::advance;
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
  if (is_plain_rectangle(dw, c.pipeline.state_3d)) return draw_plain_rectangles(c, dw);
  const Result<DrawCall> call = read_call(c, dw);
  if (!call) return c.skip(call.error());
  if (!c.host.run_work) return Next::advance;
  Drawing drawing(*call, c.thread_state(), c.ppgtt,
                  {.run_work = [&c](const Work& work) { return c.run_work(work, nullptr); },
                   .still_wanted = [&c] { return c.still_wanted(); }});
  const Result<void> done = drawing.run();
  count(drawing.statistics(), c.registers);
  if (done) return Next::advance;
  return drawing.is_broken() ? std::unexpected(done.error()) : c.skip(done.error());
}

}  // namespace eugene::gpu
