#include "jit/host/runner.h"

#include <bit>
#include <utility>

#include "eu/thread_model.h"

namespace eugene::jit {

// Converts channel IPs to a mask for each join. Returns false if a channel waits at an instruction that is not a join
// of the compiled code.
bool Runner::take_waiting(const CompiledKernel& compiled, const eu::Thread& thread) {
  const eu::PreparedProgram& prepared = compiled.kernel.prepared();
  for (std::uint32_t rest = thread.dispatched & ~thread.running; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint32_t index =
        prepared.index_at(thread.channel_ip[channel]).value_or(eu::PreparedProgram::kNoInstruction);
    const auto join = std::ranges::lower_bound(compiled.joins, index);
    if (join == compiled.joins.end() || *join != index) {
      if (index >= prepared.ops.size()) continue;  // past the program's end: no instruction can resume it
      std::ranges::fill(waiting_, 0);
      return false;
    }
    waiting_[static_cast<std::size_t>(join - compiled.joins.begin())] |= 1U << channel;
  }
  return true;
}

// Converts the masks back to channel IPs, after compiled code has run.
void Runner::give_waiting(const CompiledKernel& compiled, eu::Thread& thread) {
  for (std::size_t i = 0; i < compiled.joins.size(); ++i) {
    for (std::uint32_t rest = waiting_[i]; rest != 0; rest &= rest - 1)
      thread.channel_ip[static_cast<unsigned>(std::countr_zero(rest))] =
          compiled.kernel.prepared().offset_at(compiled.joins[i]);
    waiting_[i] = 0;
  }
}

// Sets up the state that all threads of a kernel and port share.
void Runner::attach(const CompiledKernel& compiled, eu::MessagePort& port, eu::Observers* observers) {
  attached_ = &compiled;
  port_ = &port;
  state_.attach(compiled.kernel, port);
  const eu::FastPaths& fast_paths = port.fast_paths();
  frame_.table = fast_paths.windows != nullptr ? fast_paths.windows : &no_windows_;
  frame_.windows = frame_.table->of(reinterpret_cast<const void*>(compiled.code));
  frame_.instructions = compiled.kernel.program().instructions.data();
  frame_.prepared = fast_paths.prepared;
  frame_.find_short_calls(sem::Rounding::nearest_even);
  const bool needs_messages = observers != nullptr && observers->interest().any_sent_by_code();
  frame_.barrier = needs_messages ? nullptr : fast_paths.barrier;
  frame_.observers = observers;
  frame_.counts = observers == nullptr || observers->counts().empty() ? nullptr : observers->counts().data();
  if (waiting_.size() < compiled.joins.size()) waiting_.resize(compiled.joins.size());
}

// Reports Stop `why` of the last thread that ran.
void Runner::report(const CompiledKernel& compiled, std::uint32_t why, eu::Outcome& outcome) {
  const eu::PreparedProgram& prepared = compiled.kernel.prepared();
  outcome.stop = static_cast<eu::Stop>(why);
  outcome.notification = 0;
  outcome.fault.reset();
  if (frame_.has_state != 0) outcome.fault = std::move(frame_.get_state().fault);
  if (outcome.stop == eu::Stop::waiting)
    outcome.notification = prepared.ops[*prepared.index_at(frame_.thread->ip)].notification;
}

// Continues after enter() has returned `why`. Alternates between interpreter and compiled code until the thread stops.
void Runner::finish(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, std::uint64_t budget,
                    std::uint32_t why, eu::Outcome& outcome) {
  for (;;) {
    if (why != kInterpret) report(compiled, why, outcome);
    if (frame_.has_state != 0) leave_state();
    if (why != kInterpret) return;
    const std::uint64_t before = thread.instructions_executed;
    const eu::RunLimits rest{.instructions = budget - std::min(budget, before), .visits = visits_};
    auto interpreted =
        frame_.observers == nullptr
            ? eu::run_until(compiled.kernel, thread, port, rest, compiled.is_entry)
            : eu::run_until_observed(compiled.kernel, thread, port, rest, compiled.is_entry, *frame_.observers);
    interpreted_ += thread.instructions_executed - before;
    if (interpreted) {
      outcome = *std::move(interpreted);
      return;
    }
    why = enter(compiled, thread, budget);
  }
}

void Runner::run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome, eu::Observers* observers) {
  attach(compiled, port, observers);
  const std::uint64_t budget = compute_budget(thread, limits);
  visits_ = limits.visits;
  finish(compiled, thread, port, budget, enter(compiled, thread, budget), outcome);
}

bool Runner::run_turns(const CompiledKernel& compiled, eu::Round& round, eu::MessagePort& port, eu::Outcome& outcome) {
  visits_ = nullptr;
  const eu::RunLimits limits{.instructions = round.slice};
  Entry entry;
  while (!round.is_complete()) {
    const unsigned number = round.next++;
    if (round.states[number] == eu::ThreadState::ended) continue;
    eu::Thread& thread = (*round.threads)[number];
    const std::uint64_t before = thread.instructions_executed;
    const std::uint64_t budget = compute_budget(thread, limits);
    // Most threads wait at the same barrier.
    if (!entry.is_of(thread) || entry.index == Entry::kNone) entry = find_entry(compiled, thread);
    const std::uint32_t why = enter(compiled, thread, budget, entry);
    const bool is_common = why == static_cast<std::uint32_t>(eu::Stop::waiting) ||
                           why == static_cast<std::uint32_t>(eu::Stop::end_of_thread);
    if (is_common && frame_.has_state == 0) {
      outcome.stop = static_cast<eu::Stop>(why);
    } else {
      finish(compiled, thread, port, budget, why, outcome);
    }
    const std::uint64_t executed = thread.instructions_executed - before;
    round.instructions += executed;
    round.has_advanced = round.has_advanced || executed != 0;
    if (outcome.stop == eu::Stop::waiting) continue;
    if (outcome.stop != eu::Stop::end_of_thread) return false;
    round.states[number] = eu::ThreadState::ended;
    ++round.ended;
  }
  return true;
}

bool Runner::runs_batches(const CompiledKernel& compiled, const eu::Thread& model) {
  return compiled.in_batches && !compiled.entry_control.empty() && model.control[0] == compiled.entry_control[0] &&
         !eu::has_exceptions(model) && !model.has_system_routine;
}

void Runner::run_batch(const CompiledKernel& compiled, eu::Batch& batch, eu::MessagePort& port,
                       const eu::RunLimits& limits, eu::Outcome& outcome, eu::Observers* observers) {
  attach(compiled, port, observers);
  frame_.budget = limits.instructions;  // a thread starts with a count of 0
  // What the code knows about the models holds for the batches of a dispatch.
  const ModelsKnown models{.code = compiled.code, .id = batch.models_id};
  if (models.id == 0 || models != models_known_) frame_.models_state = 0;
  models_known_ = models;
  while (batch.can_start()) {
    frame_.batch = batch;
    const std::uint32_t why = call(compiled, *batch.threads, kNextThread);
    batch = frame_.batch;
    if (why != kInterpret) report(compiled, why, outcome);
    if (frame_.has_state != 0) leave_state();
    if (why == kInterpret) {
      eu::Thread& thread = *frame_.thread;
      const std::uint64_t left = limits.instructions - std::min(limits.instructions, thread.instructions_executed);
      run(compiled, thread, port, {.instructions = left, .visits = limits.visits}, outcome, observers);
      if (outcome.stop == eu::Stop::end_of_thread) {
        const eu::Thread& model = batch.models[batch.thread];
        batch.end_thread();
        eu::restore_model(thread, model, compiled.kernel);
      }
    }
    if (outcome.stop != eu::Stop::end_of_thread) return;
  }
}

// Restores the rounding mode that compiled code needs; an ExecutionState may have changed it.
void Runner::leave_state() {
  state_.detach();
  frame_.has_state = 0;
  eu::ExecutionState::set_host_rounding(sem::Rounding::nearest_even);
  frame_.find_short_calls(sem::Rounding::nearest_even);
}

}  // namespace eugene::jit
