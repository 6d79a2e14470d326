// Messages: the port takes them, and may change any register.
#include "eu/interpreter.h"
#include "jit/frame.h"
#include "jit/kernel_recorder.h"

namespace eugene::jit {

void KernelRecorder::record_send(const Op& op) {
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
