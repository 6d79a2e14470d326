// The interpreter's loop executes one prepared instruction after the other, until the thread ends or has to wait.
// Everything that does not depend on the thread has been decided in advance. Runs of fused instructions are calls of
// their handlers (run_fused). All other instructions, and all instructions that observers want to see, go through a
// switch over twelve actions.
#include "eu/interpreter.h"

#include <fmt/format.h>

#include <algorithm>

#include "eu/analysis/digest_plan.h"
#include "eu/execute/execution_state.h"
#include "eu/host_rounding.h"
#include "isa/state_registers.h"

namespace eugene::eu {

namespace {

constexpr const char* kLostRoutine = "the system routine does not begin at an instruction";

class Interpreter {
 public:
  Interpreter(const Kernel& kernel, Thread& thread, MessagePort& port)
      : state_(kernel, thread, port), thread_(thread), windows_(state_.prepared, port.fast_paths()) {}

  // `has_stops`: returns before an instruction that is marked in `stops`; is_stopped() then returns true.
  // `is_observed`: reports events to `observers`.
  template <bool has_stops, bool is_observed = false>
  Outcome run(const RunLimits& limits, const std::vector<bool>* stops = nullptr, Observers* observers = nullptr) {
    const PreparedProgram& prepared = state_.prepared;
    const std::uint64_t start = thread_.instructions_executed;
    std::uint32_t index = 0;
    if (!find(thread_.ip, index)) return lost(thread_.ip, "execution starts at an address where no instruction begins");
    for (;;) {
      if (index >= prepared.ops.size()) [[unlikely]]
        return past_the_end();
      if constexpr (!has_stops && !is_observed) {
        const std::uint32_t first = index;
        if (!state_.exception_pending) index = run_fused(index, start, limits.instructions);
        if (limits.visits != nullptr) count_visits(*limits.visits, first, index);
        if (index >= prepared.ops.size()) [[unlikely]]
          continue;
      }
      const PreparedOp& op = prepared.ops[index];
      const std::uint64_t executed = thread_.instructions_executed - start;
      if constexpr (has_stops) is_stopped_ = executed < limits.instructions && executed != 0 && (*stops)[index];
      if (executed >= limits.instructions || (has_stops && is_stopped_)) [[unlikely]]
        return stop(Stop::out_of_budget, op);
      if (op.rejoins && state_.waiting() != 0) rejoin(state_, op);
      if constexpr (is_observed) {
        switch (announce(op, *observers)) {
          case Announced::executes: break;
          case Announced::refused: return stop(Stop::out_of_budget, op);
          case Announced::moved:
            if (!find(thread_.ip, index))
              return lost(thread_.ip, "execution continues at an address where no instruction begins");
            continue;
        }
      }
      if (op.has_breakpoint || state_.exception_pending) [[unlikely]] {
        const ExceptionAction attention = before_instruction(state_, op);
        if (attention == ExceptionAction::stop) return stop(Stop::breakpoint, op);
        if (attention == ExceptionAction::system_routine) {
          if (!find(thread_.ip, index)) return lost(thread_.ip, kLostRoutine);
          continue;
        }
      }
      if (limits.visits != nullptr) ++(*limits.visits)[index];
      const Counters before = counters();
      constexpr bool is_watched = has_stops || is_observed;
      switch (execute<is_watched>(op, index)) {
        case Step::executed: break;
        case Step::enters_routine:
          if (!find(thread_.ip, index)) return lost(thread_.ip, kLostRoutine);
          continue;
        case Step::ends_thread: count<is_observed>(op, before, observers); return stop(Stop::end_of_thread, op);
        case Step::blocked: return stop(Stop::blocked, op);
        case Step::waits: return wait_at(op);
      }
      if (state_.fault) [[unlikely]]
        return stop(Stop::fault, op);
      count<is_observed>(op, before, observers);
    }
  }

  bool is_stopped() const { return is_stopped_; }
  void set_routine_apart() { state_.routine_is_apart = true; }

 private:
  // The outcome of an instruction in the general path. Only `executed` and `ends_thread` count as executed.
  enum class Step : std::uint8_t { executed, enters_routine, ends_thread, blocked, waits };

  // The counters before an instruction, for observers.
  struct Counters {
    std::uint64_t lane_operations;
    std::uint32_t running;
  };
  Counters counters() const { return {thread_.lane_operations, thread_.running}; }

  template <bool is_observed>
  [[gnu::always_inline]] void count(const PreparedOp& op, const Counters& before, Observers* observers) {
    ++thread_.instructions_executed;
    if constexpr (is_observed) {
      const auto lanes = static_cast<unsigned>(thread_.lane_operations - before.lane_operations);
      observers->executed(op, thread_, lanes, before.running);
      if (const DigestPlan* plan = observers->digest_plan()) [[unlikely]]
        digest_after(op, plan->instructions[op.index]);
    }
  }

  // `refused`: an observer stops the thread before `op`. `moved`: an observer has written the thread's ip.
  enum class Announced : std::uint8_t { executes, refused, moved };
  Announced announce(const PreparedOp& op, Observers& observers) {
    if (const DigestPlan* plan = observers.digest_plan()) [[unlikely]]
      digest_before(op, plan->instructions[op.index]);
    if (!observers.interest().before) return Announced::executes;
    thread_.ip = op.ip;
    observers.tell(&Observer::instruction_begins, op, thread_);
    if (observers.goes_back_to() != nullptr) return Announced::refused;
    return thread_.ip == op.ip ? Announced::executes : Announced::moved;
  }

  std::uint32_t digested_channels(const PreparedOp& op) const {
    const std::uint32_t channels = op.action == Action::jump ? 1U : state_.eligible(op) & op.write_mask;
    return op.predicated && op.action != Action::select ? channels & state_.predicate(op) : channels;
  }
  void digest_before(const PreparedOp& op, const DigestPlan::Digested& digested) {
    if (digested.any_before()) eu::digest_before(digested, digested_channels(op), thread_);
  }
  void digest_after(const PreparedOp& op, const DigestPlan::Digested& digested) {
    if (!digested.results.empty()) eu::digest_after(digested, digested_channels(op), thread_);
  }

  // Executes `op` and moves `index` to the next instruction. `is_watched`: every message goes through the port.
  template <bool is_watched>
  [[gnu::always_inline]] Step execute(const PreparedOp& op, std::uint32_t& index) {
    switch (op.action) {
      case Action::alu:
      case Action::compare:
      case Action::select:
      case Action::select_compare: index = execute_alu(state_, op); return Step::executed;
      case Action::jump:
      case Action::branch: index = execute_flow(state_, op); return Step::executed;
      case Action::nop: break;
      case Action::send: return after_message(is_watched ? execute_send(state_, op) : send(op), index);
      case Action::systolic: return after_message(execute_systolic(state_, op), index);
      case Action::named_barrier: return after_message(execute_named_barrier(state_, op), index);
      case Action::sync:  // prepared as a wait, or as nothing
      case Action::wait:
        if (!take_notification(op)) return Step::waits;
        break;
      case Action::fault:
        if (take_fault(op) == ExceptionAction::system_routine) return Step::enters_routine;
        break;
    }
    ++index;
    return Step::executed;
  }

  [[gnu::always_inline]] static Step after_message(SendStatus status, std::uint32_t& index) {
    if (status == SendStatus::blocked) return Step::blocked;
    if (status == SendStatus::end_of_thread) return Step::ends_thread;
    ++index;
    return Step::executed;
  }

  // A system routine with its own kernel may run past its end, after it has written cr0: the thread continues at AIP,
  // which is cr0.2.
  Outcome past_the_end() {
    if (!state_.has_left) return lost(state_.prepared.end(), "execution ran past the end of the program");
    thread_.ip = (thread_.control[2] & ~7U) - thread_.ip_base;
    return {.stop = Stop::out_of_budget};
  }

  // Executes fused instructions from `index` on, within the budget. Returns the first instruction that the general path
  // must execute. Fused instructions write neither control registers nor ip, so execution continues with the next
  // instruction, except that waiting channels may resume.
  std::uint32_t run_fused(std::uint32_t index, std::uint64_t start, std::uint64_t budget) {
    const FusedOp* const first = state_.prepared.fused.data() + index;
    const bool common_mode = state_.has_common_mode();
    const std::uint64_t left = budget - (thread_.instructions_executed - start);
    const FusedOp* op = first;
    std::uint64_t lane_operations = 0;
    const bool has_windows = windows_.are_open();
    for (; op->handler != nullptr ? common_mode || !op->needs_common_mode : has_windows && op->message != 0; ++op) {
      if (static_cast<std::uint64_t>(op - first) >= left) break;
      if (op->rejoins && state_.waiting() != 0)
        rejoin(state_, state_.prepared.ops[index + static_cast<std::uint32_t>(op - first)]);
      const std::uint32_t enabled = op->enabled(thread_);
      if (enabled == 0) continue;
      if (op->handler != nullptr) [[likely]] {
        op->handler(thread_, *op, enabled);
      } else if (!windows_.execute(thread_, *op, enabled)) {
        break;
      }
      lane_operations += enabled == op->all ? op->size : static_cast<unsigned>(std::popcount(enabled));
    }
    const auto executed = static_cast<std::uint32_t>(op - first);
    thread_.instructions_executed += executed;
    thread_.lane_operations += lane_operations;
    return index + executed;
  }

  static void count_visits(Visits& visits, std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t index = first; index != end; ++index) ++visits[index];
  }

  // Sends a message, then gets the window for the instruction's next message.
  SendStatus send(const PreparedOp& op) {
    const FusedOp& fused = state_.prepared.fused[op.index];
    if (!windows_.are_open() || fused.message == 0) return execute_send(state_, op);
    const std::uint32_t channels = fused.enabled(thread_);
    const std::uint64_t offset = wanted_offset(thread_, windows_.plan(fused), channels);
    const SendStatus status = execute_send(state_, op);
    if (status == SendStatus::done && channels != 0) windows_.learn(fused, offset);
    return status;
  }

  bool find(std::uint32_t ip, std::uint32_t& index) const {
    const auto found = state_.prepared.index_at(ip);
    if (found) index = *found;
    return found.has_value();
  }

  // Consumes a notification, if there is one.
  bool take_notification(const PreparedOp& op) {
    std::uint32_t& count = thread_.notification[op.notification];
    if (count == 0) return false;
    --count;
    return true;
  }

  Outcome wait_at(const PreparedOp& op) {
    Outcome outcome = stop(Stop::waiting, op);
    outcome.notification = op.notification;
    return outcome;
  }

  // Handles an instruction that cannot be executed. Hardware detects only illegal and undefined opcodes; these raise
  // the exception (6.4.2, 6.5). Invalid fields or operands are a fault, and so is the exception if the thread has no
  // system routine.
  ExceptionAction take_fault(const PreparedOp& op) {
    const isa::Instruction& instruction = state_.program.instructions[op.index];
    const bool is_exception = instruction.opcode == isa::Opcode::illegal && !instruction.kept.malformed;
    const ExceptionAction attention = is_exception ? illegal_opcode(state_, op) : ExceptionAction::stop;
    if (attention == ExceptionAction::stop) state_.raise(op, op.fault->message, op.fault->reference);
    return attention;
  }

  Outcome stop(Stop why, const PreparedOp& op) {
    thread_.ip = op.ip;
    return {.stop = why, .fault = std::move(state_.fault)};
  }

  Outcome lost(std::uint32_t ip, const char* what) {
    thread_.ip = ip;
    return {.stop = Stop::fault, .fault = Fault{.what = what, .ip = ip}};
  }

  HostRounding host_;  // declared before state_, which changes the mode
  ExecutionState state_;
  Thread& thread_;
  MessageWindows windows_;
  bool is_stopped_ = false;
};

}  // namespace

Outcome run(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits) {
  return Interpreter(kernel, thread, port).run<false>(limits);
}

Outcome run_system_routine(const Kernel& routine, Thread& thread, MessagePort& port, const RunLimits& limits) {
  Interpreter interpreter(routine, thread, port);
  interpreter.set_routine_apart();
  thread.ip = 0;
  return interpreter.run<false>(limits);
}

Outcome run_observed(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                     Observers& observers) {
  return Interpreter(kernel, thread, port).run<false, true>(limits, nullptr, &observers);
}

std::optional<Outcome> run_until(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                                 const std::vector<bool>& stops) {
  Interpreter run(kernel, thread, port);
  Outcome outcome = run.run<true>(limits, &stops);
  if (run.is_stopped()) return std::nullopt;
  return outcome;
}

std::optional<Outcome> run_until_observed(const Kernel& kernel, Thread& thread, MessagePort& port,
                                          const RunLimits& limits, const std::vector<bool>& stops,
                                          Observers& observers) {
  Interpreter run(kernel, thread, port);
  Outcome outcome = run.run<true, true>(limits, &stops, &observers);
  if (run.is_stopped()) return std::nullopt;
  return outcome;
}

void end_dependency(Thread& thread, std::uint8_t fixed_function_thread) {
  for (std::uint16_t& tdr : thread.dependency) {
    if ((tdr & isa::tdr::kThread) == fixed_function_thread) tdr &= static_cast<std::uint16_t>(~isa::tdr::kValid);
  }
}

bool has_dependency(const Thread& thread) {
  return std::ranges::any_of(thread.dependency, [](std::uint16_t tdr) { return (tdr & isa::tdr::kValid) != 0; });
}

}  // namespace eugene::eu
