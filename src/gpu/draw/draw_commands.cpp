// State of the 3D pipeline, and 3DPRIMITIVE.
#include <vector>

#include "base/bits.h"
#include "gpu/commands/handlers.h"
#include "gpu/draw/depth_clear.h"
#include "gpu/draw/fast_clear.h"
#include "gpu/draw/rectangle.h"

namespace eugene::gpu {

Result<Next> set_state_3d(ContextState& c, CommandDwords dw) {
  c.pipeline.state_3d.set(dw);
  return Next::advance;
}

// Draws rectangles, which drivers use to copy and clear. Other draws are skipped, so that compute work in the same
// context still runs.
Result<Next> primitive(ContextState& c, CommandDwords dw) {
  if (bit(dw[0], 8) && c.is_predicate_false()) return Next::advance;
  const TargetOperation operation = target_operation(c.pipeline.state_3d);
  if (operation == TargetOperation::resolve) return Next::advance;
  if (operation == TargetOperation::fast_clear) {
    const Result<void> done = clear_target(c.gen, dw, c.pipeline, c.ppgtt, [&c] { return c.still_wanted(); });
    return done ? Next::advance : c.skip(done.error());
  }
  if (writes_depth_alone(c.pipeline.state_3d)) {
    const Result<void> done = draw_depth(dw, c.pipeline.state_3d, c.ppgtt, [&c] { return c.still_wanted(); });
    return done ? Next::advance : c.skip(done.error());
  }
  const Result<std::vector<Work>> rectangles = make_rectangles(dw, c.thread_state(), c.ppgtt);
  if (!rectangles) return c.skip(rectangles.error());
  for (const Work& work : *rectangles) {
    if (!c.host.run_work) break;
    if (const Result<void> done = c.run_work(work, nullptr); !done) return std::unexpected(done.error());
  }
  return Next::advance;
}

}  // namespace eugene::gpu
