// Runtime functions for instructions and messages that compiled code does not execute itself.
#include <algorithm>
#include <bit>
#include <utility>

#include "eu/barrier.h"
#include "eu/interpreter.h"
#include "isa/message/binding.h"
#include "isa/message/registers.h"
#include "jit/frame.h"

namespace eugene::jit {
namespace {

// Windows of 32-bit offsets extend at most this far, so that differences fit in 31 bits.
constexpr std::uint64_t kHalfWindow = std::uint64_t{1} << 30;

void tell_running(const Frame& frame, const isa::Instruction& message) {
  if (frame.observers != nullptr && tells_running(frame.observers->interest(), message))
    frame.thread->running = frame.running;
}

// Returns which offsets must be reported because of their alignment, as eu::WindowTable::Slot::misaligned. Messages
// that share a slot may need different alignments, so observers judge each of their offsets that is not a multiple of
// the element's size.
std::uint32_t misaligned_bits(const Frame& frame, const eu::WindowTable::Slot& slot, std::uint32_t index) {
  if (frame.observers == nullptr) return 0;
  return frame.table->is_shared(slot) ? ~0U : frame.observers->watched_alignment(index) - 1;
}

// `index`: of the instruction that sends the message.
void find_window(Frame& frame, eu::WindowTable::Slot& slot, std::uint32_t index, const eu::MemorySpace& space,
                 std::uint32_t bytes, std::uint64_t offset) {
  eu::WindowSource* source = frame.get_state().port.fast_paths().source;
  const eu::MemoryWindow found = source == nullptr ? eu::MemoryWindow() : source->window(space, offset);
  std::uint64_t first = found.first;
  std::uint64_t end = found.first + found.bytes;
  if (!space.a64 && found.bytes != 0) {
    first = std::max(first, offset - std::min(offset, kHalfWindow));
    end = std::min({end, offset + kHalfWindow, std::uint64_t{1} << 32});
  }
  if (end < first + bytes || found.bytes == 0) return;
  if (frame.observers != nullptr) frame.table->remember(slot, found.space);
  slot = {.first = first,
          .count = end - first - bytes + 1,
          .host = found.host + (first - found.first),
          .bti = space.bti,
          .is_told = found.is_told,
          .misaligned = misaligned_bits(frame, slot, index)};
}

// Executes the message of a send if it is prepared (eu/prepared_message.h).
bool execute_prepared(Frame& frame, std::uint32_t index, std::uint32_t channels) {
  if (channels == 0) return true;
  if (frame.prepared == nullptr) return false;
  const isa::Instruction& instruction = frame.instructions[index];
  eu::PreparedMessage* message = frame.prepared->find(instruction, instruction.send.descriptor);
  if (message == nullptr || !message->execute(channels, frame.payload.data(), frame.response.data())) return false;
  frame.prepared->add_short_call(index, instruction, *message);
  return true;
}

void count(Frame& frame, std::uint32_t index, std::uint64_t lanes) {
  if (frame.counts == nullptr) return;
  ++frame.counts[index].executions;
  frame.counts[index].channels += lanes;
}

}  // namespace

Executed execute_one(Frame* frame, eu::Thread* thread, std::uint32_t index) {
  eu::ExecutionState& state = frame->get_state();
  state.follow_control();
  const eu::PreparedOp& op = state.prepared.ops[index];
  const std::uint64_t lanes = thread->lane_operations;
  const std::uint32_t next = eu::execute_alu(state, op);
  frame->find_short_calls(state.mode.rounding);
  if (state.fault) return Executed::faulted;
  count(*frame, index, thread->lane_operations - lanes);
  if (!op.destination.acts || (next == index + 1 && !state.exception_pending)) return Executed::on;
  // The instruction wrote ip or ended the system routine, or an exception is pending.
  thread->ip = state.prepared.offset_at(next);
  return Executed::elsewhere;
}

std::uint32_t execute_message(Frame* frame, eu::Thread* thread, std::uint32_t index) {
  eu::ExecutionState& state = frame->get_state();
  const std::uint64_t lanes = thread->lane_operations;
  const eu::SendStatus status = eu::execute_send(state, state.prepared.ops[index]);
  if (status == eu::SendStatus::done || status == eu::SendStatus::end_of_thread)
    count(*frame, index, thread->lane_operations - lanes);
  return static_cast<std::uint32_t>(status);
}

std::uint32_t execute_barrier(Frame* frame, eu::Thread* thread, std::uint32_t index, std::uint32_t lanes,
                              std::uint32_t m0_2) {
  if (frame->barrier == nullptr || lanes == 0) return execute_message(frame, thread, index);
  // Let the port report errors.
  if (frame->barrier->arrive(*thread, m0_2) != eu::Arrival::arrived) return execute_message(frame, thread, index);
  thread->lane_operations += lanes;
  return static_cast<std::uint32_t>(eu::SendStatus::done);
}

std::uint32_t send_message(Frame* frame, std::uint32_t index, std::uint32_t channels) {
  const bool is_refused = std::exchange(frame->calling, 0) != 0;
  if (!is_refused && execute_prepared(*frame, index, channels)) return static_cast<std::uint32_t>(eu::SendStatus::done);
  eu::ExecutionState& state = frame->get_state();
  const eu::PreparedOp& op = state.prepared.ops[index];
  const isa::Instruction& instruction = state.program.instructions[index];
  const isa::SendFields& send = instruction.send;
  const isa::MessageRegisters registers = isa::message_registers(instruction);
  tell_running(*frame, instruction);
  const std::span<eu::Grf> payload(frame->payload);
  const eu::SendRequest request{.instruction = instruction,
                                .thread = state.thread,
                                .descriptor = send.index_in_a0 ? send.descriptor_with(frame->index) : send.descriptor,
                                .extended_descriptor = send.extended_descriptor,
                                .payload = payload.first(registers.payload),
                                .extended_payload = payload.subspan(registers.payload, registers.extended_payload),
                                .response = std::span(frame->response).first(registers.response),
                                .channels = channels,
                                .executed = frame->executed,
                                .is_refused = true};
  const eu::SendStatus status = eu::hand_over(state, op, request);
  if (status == eu::SendStatus::end_of_thread) return static_cast<std::uint32_t>(eu::SendStatus::done);
  frame->stopped_index = index;
  frame->stopped_status = status;
  return static_cast<std::uint32_t>(status);
}

std::uint32_t send_memory_message(Frame* frame, std::uint32_t index, std::uint32_t channels,
                                  eu::WindowTable::Slot* slot, std::uint32_t space, std::uint32_t bytes,
                                  std::uint64_t offset) {
  const std::uint32_t status = send_message(frame, index, channels);
  if (status != static_cast<std::uint32_t>(eu::SendStatus::done) || channels == 0) return status;
  eu::MemorySpace reached = space_of_code(space);
  const isa::Program& program = frame->get_state().program;
  if (program.instructions[index].send.index_in_a0) {
    // Compiled code assumes the bounds rules of surfaces. Other bindings have other rules, so they get no window.
    if (isa::find_binding(*program.gen, frame->index) != isa::Binding::surface) return status;
    reached.bti = static_cast<std::uint8_t>(frame->index);
    if (slot->bti != reached.bti) slot->count = 0;
  }
  if (!slot->contains(offset)) find_window(*frame, *slot, index, reached, bytes, offset);
  return status;
}

void reached_lanes(Frame* frame, std::uint32_t index, std::uint32_t channels, const eu::WindowTable::Slot* slot,
                   std::uint32_t shape, const void* offsets, const std::byte* values) {
  if (channels == 0) return;  // there may be no window either
  tell_running(*frame, frame->state->program().instructions[index]);
  const LaneShape of = lane_shape(shape);
  frame->observers->tell(&eu::Observer::accessed_by_lanes,
                         eu::LaneAccess{.thread = *frame->thread,
                                        .index = index,
                                        .executed = frame->executed,
                                        .space = frame->table->shown(*slot),
                                        .kind = of.kind,
                                        .bytes = of.bytes,
                                        .elements = of.elements,
                                        .channels = channels,
                                        .offsets = of.is_wide ? nullptr : static_cast<const std::uint32_t*>(offsets),
                                        .wide = of.is_wide ? static_cast<const std::uint64_t*>(offsets) : nullptr,
                                        .values = values,
                                        .lanes = of.lanes});
}

void start_thread(Frame* frame, eu::Thread* thread) {
  const eu::Batch& batch = frame->batch;
  batch.starter->start(batch.group, batch.thread, *thread);
}

std::uint32_t stop_in_message(Frame* frame, eu::Thread* thread) {
  const eu::ExecutionState& state = frame->get_state();
  const isa::Instruction& instruction = state.program.instructions[frame->stopped_index];
  const unsigned count = isa::message_registers(instruction).response;
  if (const auto to = eu::general_registers(state.program, *thread, instruction.dst.nr, count))
    std::copy_n(frame->response.begin(), count, to->begin());
  thread->ip = state.prepared.ops[frame->stopped_index].ip;
  const eu::Stop why = frame->stopped_status == eu::SendStatus::fault ? eu::Stop::fault : eu::Stop::blocked;
  return static_cast<std::uint32_t>(why);
}

}  // namespace eugene::jit
