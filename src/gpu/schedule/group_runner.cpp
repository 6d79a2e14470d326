#include "gpu/schedule/group_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "eu/batch.h"
#include "eu/thread_model.h"
#include "gpu/schedule/payload.h"
#include "gpu/schedule/worker.h"

namespace eugene::gpu {

WorkerResult GroupRunner::run() {
  job_.begin_work();
  worker_.runner.begin(*job_.program.tiers, *job_.program.kernel, job_.thread_channels,
                       [this] { return job_.time_left(); });
  const std::uint64_t often = job_.options->preempt_instructions;
  const std::uint64_t so_far = job_.preemptions.before + job_.preemptions.count;
  if (often != 0 && job_.preemptions.are_allowed && so_far < job_.options->preempt_most) {
    std::minstd_rand random(static_cast<unsigned>(so_far * job_.workers + number_ + 1));
    until_preempted_ = 1 + random() % (2 * often);
  }
  if (const auto lost = trap_faults_of_compiled_code([this] { run_all(); })) [[unlikely]]
    end_after(*lost);
  report_work();
  worker_.runner.end();
  result_.interpreted = worker_.runner.interpreted();
  result_.compiled = worker_.runner.compiled();
  return std::move(result_);
}

// In order: the work that this worker left when the walker was preempted; new groups from the queue; and at last the
// work left by workers that do not take part this time.
void GroupRunner::run_all() {
  if (!run_left()) return;
  while (const auto range = job_.take_groups()) {
    if (!run_range(*range)) return;
  }
  for (number_ = 0; number_ != job_.workers; ++number_) {
    if (!job_.places[number_].has_work || job_.places[number_].taken) continue;
    has_models_ = false;  // models depend on the place, which gives threads in flight their identity
    if (!run_left() && job_.is_preempted()) return;
  }
}

// False: no more groups are to be run, or another worker is at it.
bool GroupRunner::run_left() {
  Job::Place& place = job_.places[number_];
  if (!place.has_work) return true;
  if (place.taken.exchange(true)) return false;
  const SuspendedWork work = *std::exchange(place.work, std::nullopt);
  if (work.group && job_.may_continue(work.group->index)) {
    const SuspendedGroup& group = *work.group;
    index_ = group.index;
    group_ = job_.dispatch->group_dwords(index_);
    worker_.threads.copy(group.threads, job_.threads);
    std::ranges::copy(group.states, worker_.states.begin());
    std::ranges::copy(group.slm, worker_.slm.get());
    worker_.barrier = group.barrier;
    worker_.barrier.move(group.threads, worker_.threads);
    worker_.fused_threads = group.fused_threads;
    worker_.named_barriers = group.named_barriers;
    counted_ = group.counted;
    has_models_ = false;  // other threads have run here
    run_group(0);
    if (leaves_) {
      leave_group(work.rest.end);
      return false;
    }
    end_group();
  }
  return work.rest.is_empty() || run_range(work.rest);
}

// The walker is preempted, or nothing is to be run any more.
void GroupRunner::leave(GroupRange rest) {
  if (!job_.is_preempted() || rest.is_empty()) return;
  job_.places[number_].work = {.group = std::nullopt, .rest = rest};
}

// Leaves the current group, and after it the groups up to `end`, in this worker's place.
void GroupRunner::leave_group(std::uint64_t end) {
  SuspendedGroup group{.index = index_,
                       .counted = counted_,
                       .barrier = worker_.barrier,
                       .fused_threads = worker_.fused_threads,
                       .named_barriers = worker_.named_barriers};
  group.threads = eu::ThreadBlock(job_.threads, worker_.threads.variable_registers());
  group.threads.copy(worker_.threads, job_.threads);
  group.states.assign(worker_.states.begin(), worker_.states.begin() + job_.threads);
  if (worker_.slm != nullptr)
    group.slm.assign(worker_.slm.get(), worker_.slm.get() + job_.dispatch->descriptor.slm_bytes);
  group.barrier.move(worker_.threads, group.threads);
  job_.places[number_].work = {.group = std::move(group), .rest = {.first = index_ + 1, .end = end}};
  leaves_ = false;
}

// False: no more groups are to be run.
bool GroupRunner::run_range(const GroupRange& range) {
  if (!std::exchange(has_models_, true)) make_models();
  group_ = job_.dispatch->group_dwords(range.first);
  for (index_ = range.first; index_ < range.end; job_.dispatch->advance(group_, ++index_)) {
    const bool independent = !job_.is_observed() && job_.dispatch->descriptor.slm_bytes == 0 &&
                             job_.dispatch->shares_header() && !job_.dispatch->pixels;
    if (independent && worker_.runner.runs_batches(worker_.models[0])) return run_batch({index_, range.end});
    if (!may_start()) {
      leave({index_, range.end});
      return false;
    }
    begin_group(0);
    if (job_.is_observed()) {
      worker_.observers.tell(&eu::Observer::group_begins,
                             eu::StartedGroup{.index = index_, .threads = worker_.threads, .count = job_.threads});
      is_interpreted_ = worker_.observers.want_interpreter();
    }
    run_group(0);
    if (job_.is_observed()) worker_.observers.tell(&eu::Observer::group_ends);
    if (leaves_) {
      leave_group(range.end);
      return false;
    }
    end_group();
  }
  return true;
}

// Runs the groups of `range` in batches. The current group is the first.
bool GroupRunner::run_batch(const GroupRange& range) {
  std::vector<GroupId>& groups = worker_.batch_groups;
  groups.clear();
  GroupId group = group_;
  for (std::uint64_t index = range.first; index < range.end; job_.dispatch->advance(group, ++index))
    groups.push_back(group);
  eu::Batch batch{.threads = &worker_.threads[0],
                  .models = worker_.models.data(),
                  .groups = groups.data(),
                  .thread_bytes = static_cast<std::uint32_t>(eu::thread_bytes(worker_.threads.variable_registers())),
                  .threads_of_group = job_.threads,
                  .group_count = static_cast<std::uint32_t>(groups.size())};
  const auto follow = [&] {
    index_ = range.first + batch.group;
    if (batch.group != batch.group_count) group_ = groups[batch.group];
  };
  for (; batch.group != batch.group_count; follow()) {
    if (!may_start()) {
      if (batch.thread == 0) {
        leave({index_, range.end});
      } else if (job_.is_preempted()) {
        begin_group(batch.thread);
        counted_ = batch.thread;
        can_batch_ = false;
        if (!job_.preemptions.leave_groups) run_group(batch.thread);
        if (leaves_ || job_.preemptions.leave_groups) {
          leave_group(range.end);
        } else {
          end_group();
          leave({index_ + 1, range.end});
        }
      }
      return false;
    }
    if (!std::exchange(can_batch_, true)) begin_group(0);
    const eu::Batch before = batch;
    batch.limit = batch.instructions + std::min(kReportInstructions, until_preempted_);
    batch_first_ = range.first;
    const eu::Outcome& outcome = worker_.runner.run_batch(batch, *worker_.port, {.instructions = slice()});
    batch_first_.reset();
    count_down(batch.instructions - before.instructions);
    unreported_groups_ += batch.group - before.group;
    if (outcome.stop == eu::Stop::end_of_thread) continue;
    // A thread has stopped: the rest of its group is run by turns.
    follow();
    can_batch_ = false;
    count_down(worker_.threads[batch.thread].instructions_executed);
    begin_group(batch.thread + 1);
    counted_ = batch.thread;
    worker_.states[batch.thread] = ThreadState::alive;
    if (after_stop(batch.thread, outcome) != Turn::abandon) run_group(batch.thread + 1);
    if (leaves_) {
      leave_group(range.end);
      return false;
    }
    end_group();
    batch.thread = 0;
    ++batch.group;
  }
  return true;
}

// Whether the current group is to be started.
bool GroupRunner::may_start() {
  if (!job_.may_start(index_)) return false;
  if (unreported_instructions_ < kReportInstructions && unreported_groups_ < kReportGroups) return true;
  if (!is_late()) return !job_.is_preempted();
  report_fault(0, {.what = "the dispatch did not end within the time limit"},
               fmt::format("{} of {} groups are done; use a larger --timeout SECONDS to let it finish",
                           job_.groups_done.load(), job_.groups));
  return false;
}

void GroupRunner::make_models() {
  const eu::Kernel& kernel = job_.kernel();
  for (unsigned i = 0; i < job_.threads; ++i) {
    eu::Thread& model = worker_.models[i];
    eu::make_model(model, kernel, dispatch_mask(*job_.dispatch, i));
    set_payload(*job_.dispatch, i, placement_of(job_.pools, number_, job_.threads, i), model);
    eu::copy_model(worker_.threads[i], model, kernel);
  }
  can_batch_ = true;
}

// Starts the threads of the current group from `first` on. Those before have ended.
void GroupRunner::begin_group(unsigned first) {
  counted_ = 0;
  const bool shares_header = job_.dispatch->shares_header();
  for (unsigned i = 0; i < job_.threads; ++i) {
    worker_.states[i] = i < first ? ThreadState::ended : ThreadState::alive;
    if (i < first) continue;
    eu::restore_model(worker_.threads[i], worker_.models[i], job_.kernel());
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
  // Initial contents of shared local memory are undefined; zeros make them the same on every run.
  if (worker_.slm != nullptr) std::fill_n(worker_.slm.get(), job_.dispatch->descriptor.slm_bytes, std::byte{0});
  worker_.barrier.begin(job_.threads, number_ % eu::Barrier::kIds);
  if (job_.kernel().program().gen->files.variable_registers == 0) return;  // no vISA
  worker_.fused_threads.begin(job_.threads, worker_.threads[0]);
  worker_.named_barriers.begin();
}

}  // namespace eugene::gpu
