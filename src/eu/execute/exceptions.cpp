// Exceptions and the system routine: SNB PRM vol4 part2 chapter 6 and 5.3.4.8 "Control Register".
#include "eu/execute/execution_state.h"
#include "isa/state_registers.h"

namespace eugene::eu {

namespace cr0 = isa::cr0;
namespace cr1 = isa::cr1;

namespace {

// Saves IP in AIP and moves the thread to the system routine (6.3.2).
bool enter(ExecutionState& state, const PreparedOp& op) {
  Thread& thread = state.thread;
  if (!thread.has_system_routine) return false;
  thread.control[2] = thread.ip_base + op.ip;
  thread.control[0] |= cr0::kMaster;
  thread.ip = thread.system_ip;
  state.read_control();
  return true;
}

}  // namespace

bool ExecutionState::is_exception_pending() const {
  const std::uint32_t exceptions = thread.control[1];
  if (in_system_routine) return false;  // exceptions do not nest: 6.3.2
  return (exceptions & cr1::kExternalHalt) != 0 ||
         ((exceptions & cr1::kSoftware) != 0 && (exceptions & cr1::kSoftwareEnable) != 0) ||
         ((exceptions & cr1::kBreakpoint) != 0 && (exceptions & cr1::kBreakpointEnable) != 0);
}

ExceptionAction before_instruction(ExecutionState& state, const PreparedOp& op) {
  Thread& thread = state.thread;
  if (state.in_system_routine) {
    if (op.has_breakpoint) thread.control[1] |= cr1::kBreakpoint;  // latched, not taken: 6.3.2
    return ExceptionAction::none;
  }
  const std::uint32_t exceptions = thread.control[1];
  const bool others = (exceptions & cr1::kExternalHalt) != 0 ||
                      ((exceptions & cr1::kSoftware) != 0 && (exceptions & cr1::kSoftwareEnable) != 0);
  const bool enabled = (exceptions & cr1::kBreakpointEnable) != 0;
  if (enabled && (op.has_breakpoint || (exceptions & cr1::kBreakpoint) != 0)) {
    if ((thread.control[0] & cr0::kBreakpointSuppress) == 0) {
      thread.control[1] |= cr1::kBreakpoint;
      state.read_control();
      return enter(state, op) ? ExceptionAction::system_routine : ExceptionAction::stop;
    }
    thread.control[0] &= ~cr0::kBreakpointSuppress;  // suppressed once: this instruction is executed (5.3.4.8)
  } else if (op.has_breakpoint) {
    thread.control[1] |= cr1::kBreakpoint;  // the status bit is set even if the exception is not enabled: 5.3.4.8
  }
  if (!others) return ExceptionAction::none;
  return enter(state, op) ? ExceptionAction::system_routine : ExceptionAction::stop;
}

ExceptionAction illegal_opcode(ExecutionState& state, const PreparedOp& op) {
  Thread& thread = state.thread;
  thread.control[1] |= cr1::kIllegalOpcode;
  if (!thread.has_system_routine) return ExceptionAction::stop;
  // An illegal opcode is a nop if its exception is not enabled (6.4.1), or in the system routine itself (6.3.2).
  const bool enabled = (thread.control[1] & cr1::kIllegalOpcodeEnable) != 0;
  if (state.in_system_routine || !enabled) return ExceptionAction::none;
  enter(state, op);
  return ExceptionAction::system_routine;
}

std::uint32_t after_control_write(ExecutionState& state, const PreparedOp& op) {
  Thread& thread = state.thread;
  const bool was_inside = state.in_system_routine;
  if (!was_inside) thread.control[0] &= ~cr0::kMaster;  // software cannot enter by writing the bit
  thread.control[3] = 0;                                // reserved: writes are dropped
  state.read_control();
  if (!was_inside || state.in_system_routine) return op.index + 1;
  if (state.routine_is_apart) {
    state.has_left = true;
    return static_cast<std::uint32_t>(state.prepared.ops.size());
  }
  const auto back = state.prepared.index_at((thread.control[2] & ~7U) - thread.ip_base);
  if (back) return *back;
  state.raise(op, "AIP is an address where no instruction begins", "SNB PRM vol4 part2 6.3.3");
  return op.index + 1;
}

}  // namespace eugene::eu
