// Messages: payload registers are saved, the port takes the message, the response is loaded.
#include "eu/interpreter.h"
#include "jit/frame.h"
#include "jit/kernel_recorder.h"

namespace eugene::jit {

void KernelRecorder::record_send(const Op& op) {
  const isa::Instruction& inst = instruction(op);
  const auto registers = [](const isa::Operand& operand, unsigned count) {
    const unsigned file = operand.is_mrf() ? static_cast<unsigned>(offsetof(eu::Thread, mrf)) : 0U;
    const unsigned begin = file + operand.nr * eu::kGrfBytes;
    return std::pair{begin, begin + count * eu::kGrfBytes};
  };
  const bool known = !inst.send.descriptor_in_a0 && !inst.send.extended_descriptor_in_a0 && !inst.src[0].indirect &&
                     !inst.dst.indirect;
  if (known) {
    const auto save = [&](const isa::Operand& operand, unsigned count) {
      if (operand.file == isa::RegFile::arf || operand.is_imm() || count == 0) return;
      const auto [begin, end] = registers(operand, count);
      if (Registers::holds(end - 1)) registers_->save_cells(begin, end);
    };
    save(inst.src[0], inst.send.message_length());
    if (inst.row().format == isa::Format::split_send) save(inst.src[1], inst.send.extended_message_length());
    registers_->save_flags();
  } else {
    registers_->save_all();
  }
  llvm::Value* status = call(kExecuteMessage, ir_.getInt32Ty(), op);
  if (!known) {
    registers_->load_all();
  } else if (const unsigned count = inst.send.response_length(); count != 0 && inst.dst.is_grf()) {
    const auto [begin, end] = registers(inst.dst, count);
    if (Registers::holds(end - 1)) registers_->load_cells(begin, end);
  }
  const auto stop = [&](eu::SendStatus which, eu::Stop why) {
    auto* stopped = llvm::BasicBlock::Create(*unit_.context, "stopped", function_);
    auto* on = llvm::BasicBlock::Create(*unit_.context, "on", function_);
    ir_.CreateCondBr(ir_.CreateICmpEQ(status, ir_.getInt32(static_cast<std::uint32_t>(which))), stopped, on);
    ir_.SetInsertPoint(stopped);
    leave(why, op);
    ir_.SetInsertPoint(on);
  };
  stop(eu::SendStatus::blocked, eu::Stop::blocked);
  stop(eu::SendStatus::fault, eu::Stop::fault);
  ++pending_instructions_;
  if (inst.send.eot) stop(eu::SendStatus::end_of_thread, eu::Stop::end_of_thread);
}

void KernelRecorder::record_wait(const Op& op) {
  llvm::Value* has_to_wait = call(kExecuteWait, ir_.getInt1Ty(), op);
  auto* waits = llvm::BasicBlock::Create(*unit_.context, "waits", function_);
  auto* on = llvm::BasicBlock::Create(*unit_.context, "on", function_);
  ir_.CreateCondBr(has_to_wait, waits, on);
  ir_.SetInsertPoint(waits);
  leave(eu::Stop::waiting, op);
  ir_.SetInsertPoint(on);
  ++pending_instructions_;
}

}  // namespace eugene::jit
