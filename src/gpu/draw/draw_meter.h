// Measures the draws of a GPU, one after the other: their time, their threads, and how far a long one is.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

#include "gpu/draw_stats.h"
#include "gpu/schedule/job/executor_options.h"
#include "gpu/schedule/work/work.h"
#include "gpu/stats.h"

namespace eugene::gpu {

class DrawMeter {
 public:
  // `ended` is called with each draw; null: nothing is called.
  DrawMeter(const ExecutorOptions& options, std::function<void(const DrawStats&)> ended)
      : ended_(std::move(ended)),
        progress_(options.progress),
        progress_after_(options.progress_after),
        latest_progress_(options.latest_progress),
        latest_progress_every_(options.latest_progress_every) {}

  // `vertices` are those of all instances.
  void begin(std::uint64_t vertices);
  // Adds the threads of a Work. Those of other Works than draws' are left out.
  void ran(const Work& work, const DispatchStats& done);
  // Call often between begin() and end(). Tells the progress if that is due.
  void goes_on(const PipelineStatistics& so_far);
  // `skipped` says why the draw was not done; empty: it was done.
  void end(const PipelineStatistics& done, std::string_view skipped);

 private:
  using Clock = std::chrono::steady_clock;

  Progress make_progress(const PipelineStatistics& so_far, std::chrono::nanoseconds time) const;

  std::function<void(const DrawStats&)> ended_;
  std::function<void(const Progress&)> progress_;
  std::chrono::nanoseconds progress_after_;
  std::function<void(const Progress*)> latest_progress_;
  std::chrono::nanoseconds latest_progress_every_;
  // Of the draw that runs:
  Clock::time_point begin_;
  std::uint64_t vertices_ = 0;
  DrawStats stats_;
  std::chrono::nanoseconds next_progress_{0}, next_latest_progress_{0};  // since `begin_`
};

}  // namespace eugene::gpu
