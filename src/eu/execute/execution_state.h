// A thread while it runs, shared by the execute_*.cpp files. Compiled code has an ExecutionState too, for the
// instructions that it leaves to the interpreter.
#pragma once

#include <cfenv>
#include <optional>

#include "eu/host_rounding.h"
#include "eu/kernel.h"
#include "eu/port.h"
#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "eu/thread.h"
#include "isa/registers_used.h"
#include "isa/state_registers.h"
#include "sem/channels.h"

namespace eugene::eu {

class ExecutionState {
 public:
  ExecutionState(const Kernel& kernel, Thread& run_thread, MessagePort& message_port)
      : thread(run_thread), program(kernel.program()), prepared(kernel.prepared()), port(message_port) {
    read_control();
  }
  ExecutionState(const ExecutionState&) = delete;
  ExecutionState& operator=(const ExecutionState&) = delete;

  // Call this after cr0 may have changed.
  void read_control() {
    mode = sem::decode_mode(*program.gen, thread.control[0]);
    plain_floats = !mode.alt && mode.keeps_df_denormals && mode.keeps_f_denormals && mode.keeps_hf_denormals;
    set_host_rounding(mode.rounding);
    in_system_routine = (thread.control[0] & isa::cr0::kMaster) != 0;
    exception_pending = is_exception_pending();
    control_read_ = thread.control[0];
  }
  // True if float arithmetic is plain IEEE arithmetic that rounds to nearest even, as `math` always does.
  bool has_common_mode() const { return plain_floats && mode.rounding == sem::Rounding::nearest_even; }
  // Call this after code that may have written cr0.0 without calling read_control().
  void follow_control() {
    if (thread.control[0] != control_read_) read_control();
  }

  // The thread's mode, with the fields that depend on `op`.
  sem::Mode mode_for(const PreparedOp& op) const {
    sem::Mode result = mode;
    result.instruction = op.alu.mode;
    return result;
  }

  // Returns the channels that wait at another IP.
  std::uint32_t waiting() const { return thread.dispatched & ~thread.running; }

  // Returns the predicate of the channels of `op`, from bit 0 on.
  std::uint32_t predicate(const PreparedOp& op) const {
    const std::uint32_t flag = std::rotr(thread.flag[op.flag_nr], op.flag_shift);
    std::uint32_t other = 0;
    if (isa::reads_both_flags(op.pred_control)) {
      // A vertical predicate combines f0 with f1, or f0.0 with f0.1 if there is only one flag register.
      const bool two = program.gen->files.flag_registers > 1;
      other =
          two ? std::rotr(thread.flag[1U - op.flag_nr], op.flag_shift) : std::rotr(thread.flag[0], op.flag_shift ^ 16);
    }
    return sem::predicate_channels(op.pred_control, op.pred_inverse, flag, other);
  }

  // Returns the channels of `op` that run, from bit 0 on: its execution mask without the predicate.
  std::uint32_t eligible(const PreparedOp& op) const {
    return sem::eligible_channels(op.no_mask, op.all, thread.running >> op.channel_offset);
  }

  void write_flags(const PreparedOp& op, std::uint32_t bits, std::uint32_t channels) {
    const std::uint32_t mask = std::rotl(channels, op.flag_shift);
    std::uint32_t& flag = thread.flag[op.flag_nr];
    flag = (flag & ~mask) | (std::rotl(bits, op.flag_shift) & mask);
  }

  void raise(const PreparedOp& op, std::string what, std::string reference = {}, std::optional<unsigned> lane = {}) {
    fault = Fault{.what = std::move(what), .reference = std::move(reference), .ip = op.ip, .lane = lane};
  }

  static void set_host_rounding(sem::Rounding rounding) {
    constexpr int kHost[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    const int wanted = kHost[static_cast<unsigned>(rounding)];
    if (host_rounding() != wanted) std::fesetround(wanted);
  }

  Thread& thread;
  const isa::Program& program;
  const PreparedProgram& prepared;
  MessagePort& port;
  sem::Mode mode;
  bool plain_floats = true;
  bool in_system_routine = false;  // cr0.0[31] before the current instruction
  bool exception_pending = false;  // an exception in cr0.1 is to be taken before the next instruction
  bool routine_is_apart = false;   // run_system_routine() runs the routine separately
  bool has_left = false;           // the separate routine has been left
  std::optional<Fault> fault;

 private:
  bool is_exception_pending() const;
  std::uint32_t control_read_ = 0;
};

// True if a status bit of cr0.1 records an exception.
inline bool has_exceptions(const Thread& thread) {
  constexpr std::uint32_t kAny =
      isa::cr1::kIllegalOpcode | isa::cr1::kSoftware | isa::cr1::kExternalHalt | isa::cr1::kBreakpoint;
  return (thread.control[1] & kAny) != 0;
}

// Exceptions: SNB PRM vol4 part2 chapter 6.
enum class ExceptionAction : std::uint8_t {
  none,            // execute the instruction
  system_routine,  // the thread's IP is now the system routine's
  stop,            // an exception without a system routine: the caller of run() decides
};
// Called before `op` is executed. Handles breakpoints, and exceptions that are pending in cr0.1.
ExceptionAction before_instruction(ExecutionState& state, const PreparedOp& op);
// Handles an illegal `op`: an exception that the system routine takes, a nop, or the end of the run.
ExceptionAction illegal_opcode(ExecutionState& state, const PreparedOp& op);
// Called after an instruction wrote cr0. Returns the index of the next instruction, which is AIP's if the system
// routine was left.
std::uint32_t after_control_write(ExecutionState& state, const PreparedOp& op);

// The executors. They leave a fault in state.fault.

// ALU, comparison and selection. Returns the index of the next instruction: op.index + 1, or the target of a write to
// ip.
std::uint32_t execute_alu(ExecutionState& state, const PreparedOp& op);

// Returns the lanes of a source, in `buffer` or in place; null after a fault. Lanes of other channels may hold
// anything.
const std::byte* fetch(ExecutionState& state, const PreparedOp& op, const SourcePlan& plan, LaneBuffer& buffer,
                       std::uint32_t channels);

// Updates the registers whose value is made when an instruction reads them: ip, tm0, ce0.
void refresh_registers(ExecutionState& state, const PreparedOp& op);

// Branches and jumps. Returns the index of the next instruction.
std::uint32_t execute_flow(ExecutionState& state, const PreparedOp& op);

// Executes a send and returns the port's status, or SendStatus::fault after a fault of the EU itself.
SendStatus execute_send(ExecutionState& state, const PreparedOp& op);
// Sends `request`, which is already complete, and returns the port's status.
SendStatus hand_over(ExecutionState& state, const PreparedOp& op, const SendRequest& request);

// dpas and dpasw. dpasw is blocked until the other of its two fused threads arrives.
SendStatus execute_systolic(ExecutionState& state, const PreparedOp& op);

// nbarrier.signal and nbarrier.wait. A wait is blocked until its barrier has been passed.
SendStatus execute_named_barrier(ExecutionState& state, const PreparedOp& op);

// Resumes channels that wait for this instruction.
inline void rejoin(ExecutionState& state, const PreparedOp& op) {
  Thread& thread = state.thread;
  for (std::uint32_t rest = state.waiting(); rest != 0; rest &= rest - 1) {
    const unsigned channel = static_cast<unsigned>(std::countr_zero(rest));
    if (thread.channel_ip[channel] == op.ip) thread.running |= 1U << channel;
  }
}

}  // namespace eugene::eu
