#include "gpu/schedule/group_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "eu/batch.h"
#include "eu/thread_model.h"
#include "gpu/schedule/payload.h"
#include "gpu/schedule/worker.h"
#include "profile/recorder.h"

namespace eugene::gpu {

WorkerResult GroupRunner::run() {
  job_.begin_work();
  worker_.runner.begin(*job_.tiers, *job_.kernel, job_.thread_channels, [this] { return job_.time_left(); });
  while (const auto range = job_.take_groups()) {
    if (!run_range(*range)) break;
  }
  report_work();
  worker_.runner.end();
  result_.interpreted = worker_.runner.interpreted();
  result_.compiled = worker_.runner.compiled();
  return std::move(result_);
}

// False: no more groups are to be run.
bool GroupRunner::run_range(const GroupRange& range) {
  if (!std::exchange(has_models_, true)) make_models();
  group_ = job_.dispatch->group_dwords(range.first);
  for (index_ = range.first; index_ < range.end; job_.dispatch->advance(group_, ++index_)) {
    const bool independent = job_.watch == nullptr && job_.dispatch->descriptor.slm_bytes == 0 &&
                             job_.dispatch->shares_header() && !job_.dispatch->pixels;
    if (independent && worker_.runner.runs_batches(worker_.models[0])) return run_batch({index_, range.end});
    if (!may_start()) return false;
    begin_group(0);
    if (worker_.recorder != nullptr)
      worker_.recorder->begin_group(index_, std::span(&worker_.threads[0], job_.threads));
    run_group(0);
    if (worker_.recorder != nullptr) worker_.recorder->end_group();
    count_threads(0);
  }
  return true;
}

// The same, in batches. The current group is the first.
bool GroupRunner::run_batch(const GroupRange& range) {
  std::vector<GroupId>& groups = worker_.batch_groups;
  groups.clear();
  GroupId group = group_;
  for (std::uint64_t index = range.first; index < range.end; job_.dispatch->advance(group, ++index))
    groups.push_back(group);
  eu::Batch batch{.threads = &worker_.threads[0],
                  .models = worker_.models.data(),
                  .groups = groups.data(),
                  .threads_of_group = job_.threads,
                  .group_count = static_cast<std::uint32_t>(groups.size())};
  const auto follow = [&] {
    index_ = range.first + batch.group;
    if (batch.group != batch.group_count) group_ = groups[batch.group];
  };
  for (; batch.group != batch.group_count; follow()) {
    if (!may_start()) return false;
    if (!std::exchange(can_batch_, true)) begin_group(0);
    const eu::Batch before = batch;
    batch.limit = batch.instructions + kReportInstructions;
    const eu::Outcome& outcome = worker_.runner.run_batch(batch, *worker_.port, {.instructions = kSlice});
    unreported_instructions_ += batch.instructions - before.instructions;
    unreported_groups_ += batch.group - before.group;
    if (outcome.stop == eu::Stop::end_of_thread) continue;
    // A thread has stopped: the rest of its group is run by turns.
    follow();
    can_batch_ = false;
    unreported_instructions_ += worker_.threads[batch.thread].instructions_executed;
    begin_group(batch.thread + 1);
    if (after_stop(batch.thread, outcome) != Turn::abandon) run_group(batch.thread + 1);
    count_threads(batch.thread);
    batch.thread = 0;
    ++batch.group;
  }
  return true;
}

// Whether the current group is to be started.
bool GroupRunner::may_start() {
  if (!job_.may_start(index_)) return false;
  if (unreported_instructions_ < kReportInstructions && unreported_groups_ < kReportGroups) return true;
  if (!is_late()) return true;
  report_fault(0, {.what = "the dispatch did not end within the time limit"},
               fmt::format("{} of {} groups are done; use a larger --timeout SECONDS to let it finish",
                           job_.groups_done.load(), job_.groups));
  return false;
}

void GroupRunner::make_models() {
  const eu::Kernel& kernel = job_.kernel->kernel();
  for (unsigned i = 0; i < job_.threads; ++i) {
    eu::Thread& model = worker_.models[i];
    eu::make_model(model, kernel, dispatch_mask(*job_.dispatch, i));
    set_payload(*job_.dispatch, i, placement_of(*job_.device, number_, number_ * job_.threads + i), model);
    eu::copy_model(worker_.threads[i], model, kernel);
  }
  can_batch_ = true;
}

// Starts the threads of the current group but for the first `started`. Those a batch has started: all but the last of
// them have ended there.
void GroupRunner::begin_group(unsigned started) {
  const bool shares_header = job_.dispatch->shares_header();
  for (unsigned i = 0; i < job_.threads; ++i) {
    worker_.states[i] = i + 1 < started ? ThreadState::ended : ThreadState::alive;
    if (i < started) continue;
    eu::restore_model(worker_.threads[i], worker_.models[i], job_.kernel->kernel());
    if (shares_header) {
      set_group(worker_.threads[i], group_);
    } else {
      set_place(*job_.dispatch, index_, i, worker_.threads[i]);
    }
    if (job_.dispatch->pixels) {
      const functions::Pixels pixels = job_.dispatch->pixels->pixels_of(group_);
      set_pixels(worker_.threads[i], pixels);
      worker_.port->set_pixels(pixels);
    }
  }
  // What a group finds in shared local memory is undefined; zeros make it the same on every run.
  if (worker_.slm != nullptr) std::fill_n(worker_.slm.get(), job_.dispatch->descriptor.slm_bytes, std::byte{0});
  worker_.barrier.begin(job_.threads, number_ % eu::Barrier::kIds);
}

}  // namespace eugene::gpu
