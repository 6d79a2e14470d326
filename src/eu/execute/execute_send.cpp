// send, sendc, sends, sendsc: SNB PRM vol4 part2 8.3.44, 8.3.45 and 5.6; the Gen9 split sends.
#include <algorithm>

#include "eu/execute/execution_state.h"
#include "eu/interpreter.h"
#include "isa/message/registers.h"

namespace eugene::eu {

namespace {

constexpr const char* kReference = "SNB PRM vol4 part2 8.3.44";

std::uint32_t address_dword(const Thread& thread, unsigned subregister) {
  return thread.address[subregister % 16] | (static_cast<std::uint32_t>(thread.address[(subregister + 1) % 16]) << 16);
}

// Returns the descriptor. a0.0 gives its bits 28:0 (8.3.44); the bits above come from the instruction (BXT: they are
// not copied from a0).
std::uint32_t read_descriptor(const Thread& thread, const isa::SendFields& send) {
  constexpr std::uint32_t kFromRegister = 0x1FFFFFFF;
  if (send.index_in_a0) return send.descriptor_with(address_dword(thread, 0));
  if (!send.descriptor_in_a0) return send.descriptor;
  return (address_dword(thread, 0) & kFromRegister) | (send.descriptor & ~kFromRegister);
}

// Returns the registers of a payload or response; nothing if they lie outside the register file. Indirect operands hold
// a byte address.
std::optional<std::span<Grf>> registers(ExecutionState& state, const isa::Operand& operand, unsigned count) {
  if (count == 0 || operand.is_null()) return std::span<Grf>{};
  Thread& thread = state.thread;
  unsigned first = operand.nr;
  if (operand.indirect) {
    const int address = register_address(*state.program.gen, thread, operand.addr_subnr % 16U) + operand.addr_imm;
    if (address < 0) return std::nullopt;
    first = static_cast<unsigned>(address) / kGrfBytes;
  }
  if (!operand.is_mrf()) return general_registers(state.program, thread, first, count);
  if (first + count > thread.mrf.size()) return std::nullopt;
  return std::span<Grf>(thread.mrf).subspan(first, count);
}

// True if sendc or sendsc has to wait for a thread that tdr names with a valid bit (8.3.45).
bool depends(const Thread& thread, const isa::OpcodeInfo& row) {
  return row.has(isa::kWaits) && has_dependency(thread);
}

}  // namespace

SendStatus execute_send(ExecutionState& state, const PreparedOp& op) {
  const isa::Instruction& instruction = state.program.instructions[op.index];
  const isa::SendFields& send = instruction.send;
  Thread& thread = state.thread;
  if (depends(thread, instruction.row())) return SendStatus::blocked;
  std::uint32_t channels =
      state.eligible(op) & op.write_mask;  // the write mask applies to null destinations too: 8.3.44
  if (op.predicated) channels &= state.predicate(op);
  thread.lane_operations += static_cast<unsigned>(std::popcount(channels));
  if (channels == 0 && !send.eot) return SendStatus::done;  // without a channel, the message is not sent

  const std::uint32_t descriptor = read_descriptor(thread, send);
  const std::uint32_t extended =
      send.extended_descriptor_in_a0 ? address_dword(thread, send.extended_a0_subnr) : send.extended_descriptor;
  const isa::SendFields lengths{.descriptor = descriptor, .extended_descriptor = extended};
  const isa::MessageRegisters counts = isa::message_registers(instruction, lengths);
  const auto payload = registers(state, instruction.src[0], counts.payload);
  const auto second = registers(state, instruction.src[1], counts.extended_payload);
  const auto response = registers(state, instruction.dst, counts.response);
  if (!payload || !second || !response) {
    state.raise(op, "message registers outside the register file", kReference);
    return SendStatus::fault;
  }
  const SendRequest request{.instruction = instruction,
                            .thread = thread,
                            .descriptor = descriptor,
                            .extended_descriptor = extended,
                            .payload = *payload,
                            .extended_payload = *second,
                            .response = *response,
                            .channels = channels,
                            .executed = thread.instructions_executed};
  return hand_over(state, op, request);
}

SendStatus hand_over(ExecutionState& state, const PreparedOp& op, const SendRequest& request) {
  state.thread.ip = op.ip;
  const bool changes_rounding = state.mode.rounding != sem::Rounding::nearest_even;
  if (changes_rounding) ExecutionState::set_host_rounding(sem::Rounding::nearest_even);
  const SendStatus status = state.port.send(request);
  if (changes_rounding) ExecutionState::set_host_rounding(state.mode.rounding);
  if (status == SendStatus::fault) {
    state.fault = state.port.take_fault();
    state.fault->ip = op.ip;
  }
  return status == SendStatus::done && request.instruction.send.eot ? SendStatus::end_of_thread : status;
}

}  // namespace eugene::eu
