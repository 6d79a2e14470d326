#include "script/group_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace eugene::script {
namespace {

// Number of instructions that a thread runs before the others get a turn and the clock is checked.
constexpr std::uint64_t kSlice = 1 << 16;
// Slice length with observers: groups can be re-run from the end of any round, so rounds are shorter.
constexpr std::uint64_t kWatchedSlice = 1 << 10;

struct KeptGroup final : eu::GroupState {
  KeptGroup(CaseDevice::State&& of, std::vector<gpu::ThreadState> thread_states, const WatchedGroup* checker,
            CaseResult so_far)
      : device(std::move(of)), states(std::move(thread_states)), result(std::move(so_far)) {
    if (checker != nullptr) checked = checker->state();
  }
  std::size_t bytes() const override {
    // The checker has about three bits for each byte.
    const std::size_t threads = device.threads.size() * eu::thread_bytes(device.threads.variable_registers());
    return threads + (checked ? threads / 2 : 0) + device.local_memory.size() + sizeof *this;
  }

  CaseDevice::State device;
  std::vector<gpu::ThreadState> states;
  std::optional<WatchedGroup::State> checked;
  CaseResult result;
};

}  // namespace

GroupRun::GroupRun(const CaseProgram& program, const RunBudget& budget, CaseDevice& device, unsigned number,
                   const Execution& execution, Findings& findings, CaseResult& result)
    : program_(program),
      budget_(budget),
      device_(device),
      number_(number),
      execution_(execution),
      findings_(findings),
      result_(result),
      states_(device.threads().size(), gpu::ThreadState::alive),
      waits_(device.threads().size()) {}

std::optional<eu::Return> GroupRun::run(const eu::GroupState* from) {
  if (from != nullptr) restore(*from);
  observers_.add(*this);
  if (execution_.checker != nullptr) observers_.add(*execution_.checker);
  if (execution_.recorder != nullptr) observers_.add(*execution_.recorder);
  if (execution_.trace != nullptr) observers_.add(*execution_.trace);
  for (const auto& each : execution_.watchers) observers_.add(*each);
  observers_.begin_program(program_.kernel.program().instructions.size());
  device_.port().observe(&observers_);
  observers_.tell(&eu::Observer::group_begins, eu::StartedGroup{.index = number_,
                                                                .threads = device_.threads(),
                                                                .count = device_.threads().size(),
                                                                .local = device_.local_memory()});
  gpu::take_turns(*this, states_);
  observers_.tell(&eu::Observer::group_ends);
  observers_.end_program();
  device_.port().observe(nullptr);
  const eu::Return* wanted = observers_.goes_back_to();
  if (wanted != nullptr) {
    const eu::Return to = *wanted;
    observers_.tell(&eu::Observer::goes_back, to);
    return to;
  }
  result_.threads += states_.size();
  return std::nullopt;
}

void GroupRun::restore(const eu::GroupState& from) {
  const auto& kept = static_cast<const KeptGroup&>(from);
  device_.restore(kept.device);
  states_ = kept.states;
  if (execution_.checker != nullptr && kept.checked) execution_.checker->restore(*kept.checked);
  result_ = kept.result;
}

bool GroupRun::end_round(unsigned /*index*/) {
  if (observers_.want_state())
    observers_.tell(&eu::Observer::state_kept,
                    std::make_shared<const KeptGroup>(device_.state(), states_, execution_.checker, result_));
  return true;
}

eu::Outcome GroupRun::run_thread(unsigned index, std::uint64_t slice) {
  const eu::RunLimits limits{.instructions = slice};
  if (execution_.compiled != nullptr) return execution_.compiled->run(thread(index), device_.port(), limits);
  if (!observers_.interest().any()) return eu::run(program_.kernel, thread(index), device_.port(), limits);
  eu::Outcome outcome = eu::run_observed(program_.kernel, thread(index), device_.port(), limits, observers_);
  if (execution_.checker != nullptr) execution_.checker->end_turn(index);
  return outcome;
}

gpu::Turn GroupRun::take_turn(unsigned index) {
  const std::uint64_t before = thread(index).instructions_executed;
  const std::uint64_t slice =
      std::min(execution_.watchers.empty() ? kSlice : kWatchedSlice, budget_.instructions - result_.instructions);
  const eu::Outcome outcome = run_thread(index, slice);
  const std::uint64_t executed = thread(index).instructions_executed - before;
  result_.instructions += executed;
  const gpu::Turn turn = after_stop(index, outcome);
  return turn == gpu::Turn::idle && executed != 0 ? gpu::Turn::advanced : turn;
}

gpu::Turn GroupRun::after_stop(unsigned index, const eu::Outcome& outcome) {
  switch (outcome.stop) {
    case eu::Stop::fault:
      if (thread(index).ip != program_.end) {
        return after_fault(index, outcome.fault.value_or(eu::Fault{.what = "unknown fault", .ip = thread(index).ip}));
      }
      [[fallthrough]];  // a program may end without an end-of-thread message
    case eu::Stop::end_of_thread:
      if (execution_.checker != nullptr) execution_.checker->find_stranded(index);
      device_.end_thread(index);
      return gpu::Turn::ended;
    case eu::Stop::breakpoint:
      findings_.stop(
          {.fault = {.what = "a breakpoint, or an exception without a system routine", .ip = thread(index).ip},
           .thread = thread_number(index),
           .breakpoint = true});
      return gpu::Turn::abandon;
    case eu::Stop::out_of_budget:
      if (observers_.goes_back_to() != nullptr) return gpu::Turn::abandon;
      return within_budget(index) ? gpu::Turn::idle : gpu::Turn::abandon;
    case eu::Stop::waiting:
    case eu::Stop::blocked: waits_[index] = describe_wait(outcome, thread(index)); return gpu::Turn::idle;
  }
  return gpu::Turn::abandon;
}

gpu::Turn GroupRun::after_fault(unsigned index, eu::Fault fault) {
  observers_.tell(&eu::Observer::faults, thread(index), fault);
  if (observers_.goes_back_to() == nullptr) findings_.stop({.fault = std::move(fault), .thread = thread_number(index)});
  return gpu::Turn::abandon;
}

void GroupRun::recovers(const eu::Thread& thread, const eu::Recovery& recovery) {
  const eu::Fault& fault = recovery.fault;
  std::string what = fmt::format("{}: it {}", fault.what, recovery.effect);
  if (fault.lane) what = fmt::format("channel {}: {}", *fault.lane, what);
  const auto cause = recovery.is_stale_state ? reliance::Cause::stale_state : reliance::Cause::bounds;
  findings_.add_report(cause, std::move(what), thread_number(device_.threads().find_index(thread)), fault.ip);
}

bool GroupRun::within_budget(unsigned index) {
  if (budget_.is_cancelled()) return false;
  const bool is_late = budget_.deadline && std::chrono::steady_clock::now() >= *budget_.deadline;
  if (!is_late && result_.instructions < budget_.instructions) return true;
  findings_.stop(
      {.fault = {.what = is_late ? "the program did not end within the time limit"
                                 : fmt::format("the program did not end within {} instructions", budget_.instructions),
                 .ip = thread(index).ip},
       .thread = thread_number(index),
       .timeout = true});
  return false;
}

std::string GroupRun::describe_wait(const eu::Outcome& outcome, const eu::Thread& thread) const {
  if (outcome.stop == eu::Stop::waiting) return fmt::format("waits for a notification in n{}", outcome.notification);
  const isa::Program& program = program_.kernel.program();
  const auto at = program.index_at(thread.ip);
  if (at && program.instructions[*at].row().action == isa::Action::systolic)
    return "waits for the thread that it is fused with";
  if (at && program.instructions[*at].row().action == isa::Action::named_barrier) return "waits at a named barrier";
  const bool conditional = at && eu::has_dependency(thread) && program.instructions[*at].row().has(isa::kWaits);
  return conditional ? "waits for the threads in tdr0 to end" : "waits for its message to be accepted";
}

void GroupRun::report_deadlock(unsigned index) {
  std::string text = "deadlock, no thread can advance:";
  constexpr unsigned kMax = 8;
  unsigned named = 0;
  for (unsigned i = 0; i < states_.size(); ++i) {
    if (states_[i] == gpu::ThreadState::ended) continue;
    if (named == kMax) {
      text += ", and more";
      break;
    }
    text += fmt::format("{} thread {} {}", named++ == 0 ? "" : ",", thread_number(i), waits_[i]);
  }
  findings_.stop({.fault = {.what = std::move(text), .ip = thread(index).ip}, .thread = thread_number(index)});
}

}  // namespace eugene::script
