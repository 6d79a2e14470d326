#include "gpu/schedule/workers/group_turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "gpu/schedule/workers/suspension.h"
#include "gpu/schedule/workers/worker.h"

namespace eugene::gpu {
namespace {

struct KeptGroup final : eu::GroupState {
  explicit KeptGroup(SuspendedGroup&& of) : group(std::move(of)) {}
  std::size_t bytes() const override {
    return group.states.size() * eu::thread_bytes(group.threads.variable_registers()) + group.slm.size();
  }

  SuspendedGroup group;
};

}  // namespace

GroupEnd GroupTurns::run(unsigned first, std::uint64_t slice) {
  slice_ = slice;
  abandoned_ = GroupEnd::dropped;
  const auto states = std::span(run_.worker.states).first(run_.job.threads);
  const bool has_ended =
      run_.order ? take_turns(*this, states, first, std::ref(*run_.order)) : take_turns(*this, states, first);
  if (!has_ended) return abandoned_;
  run_.meter.count_groups(1);
  return GroupEnd::complete;
}

GroupEnd GroupTurns::run_after(unsigned stopped, const eu::Outcome& outcome) {
  run_.worker.states[stopped] = ThreadState::alive;
  abandoned_ = GroupEnd::dropped;
  return after_stop(stopped, outcome) == Turn::abandon ? abandoned_ : run(stopped + 1);
}

eu::Outcome& GroupTurns::run_slice(unsigned i) {
  Worker& worker = run_.worker;
  eu::Thread& thread = worker.threads[i];
  const bool is_observed = run_.job.is_observed();
  if (is_observed) worker.observers.tell(&eu::Observer::turn_begins, thread);
  eu::Outcome& outcome = worker.runner.run(thread, *worker.port, {.instructions = run_.meter.limit(slice_)});
  if (is_observed) worker.observers.tell(&eu::Observer::turn_ends, thread);
  return outcome;
}

Turn GroupTurns::take_turn(unsigned i) {
  eu::Thread& thread = run_.worker.threads[i];
  const std::uint64_t before = thread.instructions_executed;
  const eu::Outcome& outcome = run_slice(i);
  const std::uint64_t executed = thread.instructions_executed - before;
  run_.meter.count(executed);
  const Turn turn = outcome.stop == eu::Stop::waiting ? Turn::idle : after_stop(i, outcome);  // the common case
  return turn == Turn::idle && executed != 0 ? Turn::advanced : turn;
}

// Threads that wait or end, the common case, have their turns in compiled code.
bool GroupTurns::take_many_turns(eu::Round& round) {
  Worker& worker = run_.worker;
  const HostCode* code = worker.runner.turn_code();
  if (code == nullptr || run_.meter.forces_preemption()) return take_one_turn(*this, round, round.next++);
  round.threads = &worker.threads;
  round.slice = slice_;
  const std::uint64_t before = round.instructions;
  const eu::Outcome* stopped = worker.runner.run_turns(*code, round, *worker.port);
  run_.meter.count(round.instructions - before);
  return stopped == nullptr || after_stop(round.next - 1, *stopped) != Turn::abandon;
}

Turn GroupTurns::after_stop(unsigned i, const eu::Outcome& outcome) {
  const std::uint32_t ip = run_.worker.threads[i].ip;
  switch (outcome.stop) {
    case eu::Stop::end_of_thread: return Turn::ended;
    case eu::Stop::waiting:
    case eu::Stop::blocked: return Turn::idle;
    case eu::Stop::out_of_budget: return !goes_back() && may_continue(i) ? Turn::idle : Turn::abandon;
    case eu::Stop::breakpoint:
      return after_fault(i, {.what = "an exception was raised, and there is no system routine to handle it", .ip = ip});
    case eu::Stop::fault: return after_fault(i, outcome.fault.value_or(eu::Fault{.what = "unknown fault", .ip = ip}));
  }
  return Turn::abandon;
}

Turn GroupTurns::after_fault(unsigned i, const eu::Fault& fault) {
  if (run_.job.is_observed()) run_.worker.observers.tell(&eu::Observer::faults, run_.worker.threads[i], fault);
  if (!goes_back()) run_.report_fault(i, fault);
  return Turn::abandon;
}

bool GroupTurns::goes_back() {
  const bool goes = run_.job.is_observed() && run_.worker.observers.goes_back_to() != nullptr;
  if (goes) abandoned_ = GroupEnd::repeated;
  return goes;
}

void GroupTurns::restore(const eu::GroupState& state) {
  restore_group(run_, static_cast<const KeptGroup&>(state).group);
}

bool GroupTurns::end_round(unsigned thread) {
  const eu::Observers& observers = run_.worker.observers;
  if (run_.job.is_observed() && observers.want_state()) [[unlikely]]
    observers.tell(&eu::Observer::state_kept, std::make_shared<const KeptGroup>(copy_group(run_)));
  // Threads that keep waiting for each other never use up a slice, so the clock is also read here.
  return (!run_.meter.has_executed(kSlice) && !run_.job.is_preempted()) || may_continue(thread);
}

void GroupTurns::report_deadlock(unsigned thread) {
  const auto& states = run_.worker.states;
  const auto ended = std::count(states.begin(), states.begin() + run_.job.threads, ThreadState::ended);
  const std::uint32_t ip = run_.worker.threads[thread].ip;
  const isa::Program& program = run_.job.kernel().program();
  const auto at = program.index_at(ip);
  const isa::Action action = at ? program.instructions[*at].row().action : isa::Action::nop;
  if (action == isa::Action::named_barrier || action == isa::Action::systolic) {
    const bool is_barrier = action == isa::Action::named_barrier;
    run_.report_fault(thread, {.what = fmt::format("{}: no thread of the group can advance, {} have ended",
                                                   is_barrier ? "a named barrier is not passed"
                                                              : "a dpasw waits for the thread that it is fused with",
                                                   ended),
                               .reference = is_barrier ? "vISA manual NBARRIER" : "vISA manual DPASW",
                               .ip = ip,
                               .cause = eu::FaultCause::barrier});
    return;
  }
  run_.report_fault(thread,
                    {.what = fmt::format("the barrier cannot complete: {} of {} threads wait at it, {} have ended",
                                         run_.worker.barrier.arrived(), run_.worker.barrier.count(), ended),
                     .ip = ip,
                     .cause = eu::FaultCause::barrier},
                    "all work-items of a group must reach the same barriers; they diverge if they branch on local "
                    "memory that others may have overwritten");
}

// Reads the clock after a turn of thread `i`. Returns false if the group shall not continue.
bool GroupTurns::may_continue(unsigned i) {
  const Job& job = run_.job;
  if (run_.meter.is_late()) {
    run_.report_fault(i, {.what = "the kernel did not end within the time limit", .ip = run_.worker.threads[i].ip},
                      "look for an endless loop, or use a larger --timeout SECONDS");
    return false;
  }
  if (!job.may_continue(run_.position.index())) return false;
  if (!job.is_preempted() || !job.preemptions.leave_groups) return true;
  abandoned_ = GroupEnd::preempted;
  return false;
}

}  // namespace eugene::gpu
