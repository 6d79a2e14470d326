// One group of a worker's: its threads in turn, until all have ended or one has gone wrong.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/arena.h"

namespace eugene::gpu {

// The group's threads are as `states` says. The first turn is that of thread `first`.
void Arena::run_group(Job& job, std::uint64_t index, unsigned first, memory::PageSource& space) {
  auto alive = std::count_if(states.begin(), states.begin() + job.threads,
                             [](ThreadState state) { return state != ThreadState::ended; });
  can_batch_ = false;
  while (alive != 0) {
    bool progress = first != 0;
    for (unsigned i = std::exchange(first, 0); i < job.threads; ++i) {
      eu::Thread& thread = threads[i];
      if (states[i] == ThreadState::ended) continue;
      const std::uint64_t before = thread.instructions_executed;
      const eu::Outcome& outcome = runner.run(thread, *port, {.instructions = kSlice});
      const std::uint64_t executed = thread.instructions_executed - before;
      instructions_untold_ += executed;
      if (!settle(job, index, i, outcome, space)) return;
      if (states[i] == ThreadState::ended) --alive;
      progress = progress || executed != 0 || states[i] == ThreadState::ended;
    }
    if (!progress) {
      unsigned stuck = 0;
      while (states[stuck] == ThreadState::ended) ++stuck;
      fail(job, index, stuck,
           {.what = fmt::format("a barrier that cannot complete: {} of {} threads wait at it, {} have ended",
                                barrier.arrived(), barrier.count(), job.threads - alive),
            .ip = threads[stuck].ip},
           "all work-items of a group must reach the same barriers");
      return;
    }
  }
  ++groups_untold_;
}

// What becomes of thread `i`, which has run; false if there is no point in going on with its group.
bool Arena::settle(Job& job, std::uint64_t index, unsigned i, const eu::Outcome& outcome, memory::PageSource& space) {
  const eu::Thread& thread = threads[i];
  switch (outcome.stop) {
    case eu::Stop::end_of_thread: states[i] = ThreadState::ended; return true;
    case eu::Stop::waiting: states[i] = ThreadState::waiting; return true;
    case eu::Stop::blocked: states[i] = ThreadState::ready; return true;
    case eu::Stop::out_of_budget:
      states[i] = ThreadState::ready;
      if (is_late(job, space)) {
        fail(job, index, i, {.what = "the kernel did not end in the time allowed", .ip = thread.ip},
             "an endless loop, or allow more with --timeout SECONDS");
        return false;
      }
      // An earlier group has gone wrong: this one no longer matters.
      return !job.is_cancelled() && index <= job.faulted;
    case eu::Stop::breakpoint:
      fail(job, index, i, {.what = "an exception without a system routine to handle it", .ip = thread.ip});
      return false;
    case eu::Stop::fault:
      fail(job, index, i, outcome.fault.value_or(eu::Fault{.what = "unknown fault", .ip = thread.ip}));
      return false;
  }
  return false;
}

void Arena::fail(Job& job, std::uint64_t index, unsigned thread, eu::Fault what, std::string hint) {
  std::uint64_t lowest = job.faulted;
  while (index < lowest && !job.faulted.compare_exchange_weak(lowest, index)) {
  }
  if (index >= fault_group) return;
  fault_group = index;
  fault = KernelFault{.fault = std::move(what),
                      .kernel_address = job.dispatch->kernel_address(),
                      .group = job.dispatch->group(index),
                      .thread = thread,
                      .hint = std::move(hint)};
}

}  // namespace eugene::gpu
