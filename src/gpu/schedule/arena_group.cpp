// One group of a worker's: its threads in turn, until all have ended or one has gone wrong.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/schedule/arena.h"

namespace eugene::gpu {

// The group's threads are as `states` says. The first turn is that of thread `first`.
void Arena::run_group(Job& job, std::uint64_t index, unsigned first, memory::PageSource& space) {
  auto alive = std::count(states.begin(), states.begin() + job.threads, eu::ThreadState::alive);
  can_batch_ = false;
  eu::Turns turns{.threads = threads.data(), .states = states.data(), .count = job.threads};
  while (alive != 0) {
    bool progress = first != 0;
    for (turns.next = std::exchange(first, 0); turns.next != turns.count; ++turns.next) {
      const std::uint64_t before = turns.instructions;
      const eu::Outcome& outcome = runner.run_turns(turns, *port, {.instructions = kSlice});
      instructions_untold_ += turns.instructions - before;
      progress = progress || turns.instructions != before;
      if (turns.next == turns.count) break;  // the others wait
      if (!settle(job, index, turns.next, outcome, space)) return;
      progress = progress || outcome.stop == eu::Stop::fault;  // passed
      if (states[turns.next] != eu::ThreadState::ended) continue;
      --alive;
      progress = true;
    }
    unsigned thread = 0;  // the first that is left
    while (thread + 1 < job.threads && states[thread] == eu::ThreadState::ended) ++thread;
    if (!progress) {
      fail(job, index, thread,
           {.what = fmt::format("the barrier cannot complete: {} of {} threads wait at it, {} have ended",
                                barrier.arrived(), barrier.count(), job.threads - alive),
            .ip = threads[thread].ip},
           "all work-items of a group must reach the same barriers");
      return;
    }
    // Threads that only ever wait for each other never run for a slice.
    if (alive != 0 && instructions_untold_ >= kSlice && !goes_on_with(job, index, thread, space)) return;
  }
  ++groups_untold_;
}

// What becomes of thread `i`, which has stopped; false if there is no point in going on with its group.
bool Arena::settle(Job& job, std::uint64_t index, unsigned i, const eu::Outcome& outcome, memory::PageSource& space) {
  const eu::Thread& thread = threads[i];
  switch (outcome.stop) {
    case eu::Stop::end_of_thread: states[i] = eu::ThreadState::ended; return true;
    case eu::Stop::waiting:
    case eu::Stop::blocked: return true;
    case eu::Stop::out_of_budget: return goes_on_with(job, index, i, space);
    case eu::Stop::breakpoint:
      fail(job, index, i,
           {.what = "an exception was raised, and there is no system routine to handle it", .ip = thread.ip});
      return false;
    case eu::Stop::fault:
      if (pass(job, index, i, outcome)) return true;
      fail(job, index, i, outcome.fault.value_or(eu::Fault{.what = "unknown fault", .ip = thread.ip}));
      return false;
  }
  return false;
}

// Looks at the clock; false if there is no point in going on with a group, of which thread `i` has run last.
bool Arena::goes_on_with(Job& job, std::uint64_t index, unsigned i, memory::PageSource& space) {
  if (is_late(job, space)) {
    fail(job, index, i, {.what = "the kernel did not end within the time limit", .ip = threads[i].ip},
         "look for an endless loop, or use a larger --timeout SECONDS");
    return false;
  }
  // An earlier group has gone wrong: this one no longer matters.
  return !job.is_cancelled() && index <= job.faulted;
}

// Whether thread `i` goes on from what looks like a fault: it is noted, and not one again in this dispatch.
bool Arena::pass(const Job& job, std::uint64_t index, unsigned i, const eu::Outcome& outcome) {
  const std::string_view offer = port->offer();
  if (!outcome.fault || offer.empty()) return false;
  port->pass(outcome.fault->ip);
  passed.try_emplace(outcome.fault->ip, index,
                     KernelFault{.fault = *outcome.fault,
                                 .kernel_address = job.dispatch->kernel_address(),
                                 .group = job.dispatch->group(index),
                                 .thread = i,
                                 .hint = {},
                                 .passed_as = offer});
  return true;
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
