// The turns of a group's threads, and the handling of threads that stop.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/schedule/group_runner.h"
#include "gpu/schedule/worker.h"

namespace eugene::gpu {

void GroupRunner::run_group(unsigned first) {
  can_batch_ = false;
  if (take_turns(*this, std::span(worker_.states).first(job_.threads), first)) ++unreported_groups_;
}

// Counts the group's threads, except for those that a batch has counted.
void GroupRunner::end_group() {
  for (unsigned i = counted_; i < job_.threads; ++i)
    worker_.runner.count(worker_.threads[i], worker_.states[i] == ThreadState::ended);
}

eu::Outcome& GroupRunner::run_slice(unsigned i) {
  eu::Thread& thread = worker_.threads[i];
  const bool is_observed = job_.is_observed();
  if (is_observed) worker_.observers.tell(&eu::Observer::turn_begins, thread);
  eu::Outcome& outcome = worker_.runner.run(thread, *worker_.port, {.instructions = slice()});
  if (is_observed) worker_.observers.tell(&eu::Observer::turn_ends, thread);
  return outcome;
}

void GroupRunner::count_down(std::uint64_t executed) {
  unreported_instructions_ += executed;
  if (until_preempted_ == ~std::uint64_t{0}) return;
  until_preempted_ -= std::min(until_preempted_ - 1, executed);
  if (until_preempted_ > 1) return;
  job_.preempt();
  if (!job_.preemptions.leave_groups) until_preempted_ = ~std::uint64_t{0};
}

Turn GroupRunner::take_turn(unsigned i) {
  eu::Thread& thread = worker_.threads[i];
  const std::uint64_t before = thread.instructions_executed;
  const eu::Outcome& outcome = run_slice(i);
  const std::uint64_t executed = thread.instructions_executed - before;
  count_down(executed);
  const Turn turn = outcome.stop == eu::Stop::waiting ? Turn::idle : after_stop(i, outcome);  // mostly
  return turn == Turn::idle && executed != 0 ? Turn::advanced : turn;
}

Turn GroupRunner::after_stop(unsigned i, const eu::Outcome& outcome) {
  const std::uint32_t ip = worker_.threads[i].ip;
  switch (outcome.stop) {
    case eu::Stop::end_of_thread: return Turn::ended;
    case eu::Stop::waiting:
    case eu::Stop::blocked: return Turn::idle;
    case eu::Stop::out_of_budget: return may_continue(i) ? Turn::idle : Turn::abandon;
    case eu::Stop::breakpoint:
      report_fault(i, {.what = "an exception was raised, and there is no system routine to handle it", .ip = ip});
      return Turn::abandon;
    case eu::Stop::fault:
      report_fault(i, outcome.fault.value_or(eu::Fault{.what = "unknown fault", .ip = ip}));
      return Turn::abandon;
  }
  return Turn::abandon;
}

bool GroupRunner::end_round(unsigned thread) {
  // Threads that only ever wait for each other never use up a slice.
  return (unreported_instructions_ < kSlice && !job_.is_preempted()) || may_continue(thread);
}

void GroupRunner::report_deadlock(unsigned thread) {
  const auto& states = worker_.states;
  const auto ended = std::count(states.begin(), states.begin() + job_.threads, ThreadState::ended);
  const std::uint32_t ip = worker_.threads[thread].ip;
  const isa::Program& program = job_.kernel().program();
  const auto at = program.index_at(ip);
  const isa::Action action = at ? program.instructions[*at].row().action : isa::Action::nop;
  if (action == isa::Action::named_barrier || action == isa::Action::systolic) {
    const bool is_barrier = action == isa::Action::named_barrier;
    report_fault(thread, {.what = fmt::format("{}: no thread of the group can advance, {} have ended",
                                              is_barrier ? "a named barrier is not passed"
                                                         : "a dpasw waits for the thread that it is fused with",
                                              ended),
                          .reference = is_barrier ? "vISA manual NBARRIER" : "vISA manual DPASW",
                          .ip = ip});
    return;
  }
  report_fault(
      thread,
      {.what = fmt::format("the barrier cannot complete: {} of {} threads wait at it, {} have ended",
                           worker_.barrier.arrived(), worker_.barrier.count(), ended),
       .ip = ip},
      "all work-items of a group must reach the same barriers; they part where they branch on local memory that "
      "others may have written again");
}

// Reads the clock, after a turn of thread `i`; false if the group is not to be run any further.
bool GroupRunner::may_continue(unsigned i) {
  if (is_late()) {
    report_fault(i, {.what = "the kernel did not end within the time limit", .ip = worker_.threads[i].ip},
                 "look for an endless loop, or use a larger --timeout SECONDS");
    return false;
  }
  if (!job_.may_continue(index_)) return false;
  leaves_ = job_.is_preempted() && job_.preemptions.leave_groups;
  return !leaves_;
}

bool GroupRunner::is_late() {
  report_work();
  return job_.is_late();
}

void GroupRunner::report_work() {
  job_.instructions.fetch_add(std::exchange(unreported_instructions_, 0), std::memory_order_relaxed);
  job_.groups_done.fetch_add(unreported_groups_, std::memory_order_relaxed);
  result_.groups += std::exchange(unreported_groups_, 0);
}

// Noted once for each instruction.
void GroupRunner::recovers(const eu::Thread& thread, const eu::Recovery& recovery) {
  const std::uint64_t index = batch_first_ ? *batch_first_ + worker_.runner.batch().group : index_;
  const std::uint32_t ip = recovery.fault.ip;
  GroupFault found{.group = index, .fault = located(index, worker_.threads.index_of(thread), recovery.fault)};
  found.fault.effect = recovery.effect;
  result_.add_recovered(ip, std::move(found));
}

void GroupRunner::report_fault(unsigned thread, eu::Fault fault, std::string hint) {
  job_.end_at(index_);
  GroupFault found{.group = index_, .fault = located(index_, thread, std::move(fault))};
  found.fault.hint = std::move(hint);
  result_.add_fault(std::move(found));
}

// Memory that compiled code was about to access is the program's, and no longer there.
void GroupRunner::end_after(const HostFault& lost) {
  const eu::Thread* thread = worker_.runner.thread();
  if (batch_first_) index_ = *batch_first_ + worker_.runner.batch().group;
  batch_first_.reset();
  report_fault(thread == nullptr ? 0 : static_cast<unsigned>(worker_.threads.index_of(*thread)),
               worker_.runner.explain(lost));
}

KernelFault GroupRunner::located(std::uint64_t group, unsigned thread, eu::Fault fault) const {
  return {.fault = std::move(fault),
          .kernel_address = job_.dispatch->kernel_address(),
          .group = job_.dispatch->group(group),
          .thread = thread,
          .hint = {}};
}

}  // namespace eugene::gpu
