#include "gpu/draw/draw_meter.h"

#include <algorithm>
#include <utility>

namespace eugene::gpu {

void DrawMeter::begin(std::uint64_t vertices) {
  begin_ = Clock::now();
  vertices_ = vertices;
  stats_ = {};
  next_progress_ = progress_after_;
  next_latest_progress_ = latest_progress_every_;
}

void DrawMeter::ran(const Work& work, const DispatchStats& done) {
  if (work.stage == Stage::compute) return;
  ShaderStats& stage = work.stage == Stage::vertex ? stats_.vertex : stats_.pixel;
  stage.kernel = done.kernel;
  stage.threads += done.threads;
  stage.instructions += done.instructions;
  stage.time += done.time;
}

Progress DrawMeter::make_progress(const PipelineStatistics& so_far, std::chrono::nanoseconds time) const {
  return {.groups_done = std::min(so_far.vertices, vertices_),
          .groups = vertices_,
          .instructions = stats_.vertex.instructions + stats_.pixel.instructions,
          .time = time,
          .is_draw = true};
}

void DrawMeter::goes_on(const PipelineStatistics& so_far) {
  const std::chrono::nanoseconds time = Clock::now() - begin_;
  if (latest_progress_ && time >= next_latest_progress_) {
    next_latest_progress_ = time + latest_progress_every_;
    Progress progress = make_progress(so_far, time);
    progress.is_interrupted = true;
    latest_progress_(&progress);
  }
  if (progress_ && time >= next_progress_) {
    next_progress_ = next_report(time);
    progress_(make_progress(so_far, time));
  }
}

void DrawMeter::end(const PipelineStatistics& done, std::string_view skipped) {
  if (latest_progress_ && next_latest_progress_ != latest_progress_every_) latest_progress_(nullptr);
  if (!ended_) return;
  stats_.counts = done;
  stats_.time = Clock::now() - begin_;
  stats_.skipped = skipped;
  ended_(std::exchange(stats_, {}));
}

}  // namespace eugene::gpu
