// nbarrier.signal, nbarrier.wait: vISA manual NBARRIER.
#include <fmt/format.h>

#include <cstring>

#include "eu/execute/execution_state.h"
#include "eu/named_barriers.h"
#include "eu/register_file.h"

namespace eugene::eu {
namespace {

std::string_view describe_problem(NamedBarriers::Arrival arrival) {
  switch (arrival) {
    case NamedBarriers::Arrival::arrived: break;
    case NamedBarriers::Arrival::no_barrier: return "its number is above the maximum of 31";
    case NamedBarriers::Arrival::no_type: return "its type is above the maximum of 2";
    case NamedBarriers::Arrival::other_counts: return "other threads gave different numbers of producers or consumers";
    case NamedBarriers::Arrival::too_many: return "all of its producers or consumers have already signalled";
  }
  return {};
}

}  // namespace

SendStatus execute_named_barrier(ExecutionState& state, const PreparedOp& op) {
  constexpr const char* kReference = "vISA manual NBARRIER";
  const isa::Instruction& instruction = state.program.instructions[op.index];
  const Thread& thread = state.thread;
  NamedBarriers* barriers = state.port.fast_paths().named_barriers;
  if (barriers == nullptr) {
    state.raise(op, "named barrier instruction in a thread whose group has no named barriers", kReference);
    return SendStatus::fault;
  }
  const isa::Operand& source = instruction.src[0];
  std::uint32_t bits = 0;
  std::memcpy(&bits, raw_bytes(thread) + grf_offset(source.nr) + source.subnr, sizeof(bits));
  const BarrierSignal signal = BarrierSignal::of(bits);
  if (instruction.opcode == isa::Opcode::nbarrier_wait)
    return barriers->wait(thread, signal.id) ? SendStatus::done : SendStatus::blocked;
  const NamedBarriers::Arrival arrival = barriers->signal(thread, signal);
  if (arrival == NamedBarriers::Arrival::arrived) return SendStatus::done;
  state.raise(op, fmt::format("signal to named barrier {}: {}", signal.id, describe_problem(arrival)), kReference);
  return SendStatus::fault;
}

}  // namespace eugene::eu
