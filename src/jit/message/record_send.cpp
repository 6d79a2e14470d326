// Sends: messages known by their descriptor are calls of functions that leave the registers alone (record_message.cpp),
// others calls of the interpreter.
#include "eu/interpreter.h"
#include "jit/frame.h"
#include "jit/record/kernel_recorder.h"

namespace eugene::jit {
namespace {

bool ends_thread_alone(const isa::Message& message) {
  const auto* spawner = std::get_if<isa::ThreadSpawner>(&message.body);
  return spawner != nullptr && !spawner->spawn;
}

// Do shared functions of that kind touch registers beside those of the message?
bool reaches_registers(isa::Sfid sfid) { return sfid == isa::Sfid::gateway || sfid == isa::Sfid::urb; }

}  // namespace

void KernelRecorder::record_send(const Op& op) {
  const std::optional<Message> known = message_of(op);
  if (!known) return record_call_of_port(op);
  if (instruction(op).send.eot) {
    if (!ends_thread_alone(known->message)) return record_call_of_port(op);
    count(op, message_channels(op));
    return leave(eu::Stop::end_of_thread, op);
  }
  if (std::holds_alternative<isa::MemoryFence>(known->message.body)) {
    ir_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
    return count(op, message_channels(op));
  }
  const auto* gateway = std::get_if<isa::Gateway>(&known->message.body);
  if (gateway != nullptr && gateway->function == isa::GatewayFunction::barrier && !known->payload.empty())
    return record_barrier(op, *known);
  if (reaches_registers(known->message.sfid)) return record_call_of_port(op);
  record_message(op, *known);
}

llvm::Value* KernelRecorder::message_channels(const Op& op) { return ir_.CreateAnd(enabled(op), op.write_mask); }

void KernelRecorder::record_call_of_port(const Op& op) {
  record_status(op, call(kExecuteMessage, ir_.getInt32Ty(), op));
}

// Threads wait at barriers, so that their registers have to be in place here anyway.
void KernelRecorder::record_barrier(const Op& op, const Message& message) {
  const unsigned m0_2[] = {message.payload[0] * eu::kGrfBytes + 2 * unsigned{sizeof(std::uint32_t)}};
  llvm::Value* dword = ir_.CreateExtractElement(registers_->gather(m0_2, sizeof(std::uint32_t)), std::uint64_t{0});
  llvm::Value* lanes = ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, message_channels(op));
  record_status(op, call(kExecuteBarrier, ir_.getInt32Ty(), op, {lanes, dword}));
}

// Of a message that may have changed any register.
void KernelRecorder::record_status(const Op& op, llvm::Value* status) {
  const auto is = [&](eu::SendStatus what) {
    return ir_.CreateICmpEQ(status, ir_.getInt32(static_cast<std::uint32_t>(what)));
  };
  leave_if(is(eu::SendStatus::blocked), eu::Stop::blocked, op);
  leave_if(is(eu::SendStatus::fault), eu::Stop::fault, op);
  ++pending_instructions_;
  if (instruction(op).send.eot) leave_if(is(eu::SendStatus::end_of_thread), eu::Stop::end_of_thread, op);
}

void KernelRecorder::record_wait(const Op& op) {
  llvm::Value* place = registers_->in_thread(
      static_cast<unsigned>(offsetof(eu::Thread, notification) + op.destination.offset * sizeof(std::uint32_t)));
  llvm::Value* count = ir_.CreateLoad(ir_.getInt32Ty(), place);
  leave_if(ir_.CreateICmpEQ(count, ir_.getInt32(0)), eu::Stop::waiting, op);
  ir_.CreateStore(ir_.CreateSub(count, ir_.getInt32(1)), place);
  ++pending_instructions_;
}

}  // namespace eugene::jit
