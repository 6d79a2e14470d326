// Sends: messages known by their descriptor are calls of functions that leave the registers alone (record_message.cpp),
// others calls of the interpreter.
#include "eu/interpreter.h"
#include "jit/frame.h"
#include "jit/kernel_recorder.h"

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
  if (reaches_registers(known->message.sfid)) return record_call_of_port(op);
  record_message(op, *known);
}

llvm::Value* KernelRecorder::message_channels(const Op& op) { return ir_.CreateAnd(enabled(op), op.write_mask); }

// It may change any register.
void KernelRecorder::record_call_of_port(const Op& op) {
  llvm::Value* status = call(kExecuteMessage, ir_.getInt32Ty(), op);
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
