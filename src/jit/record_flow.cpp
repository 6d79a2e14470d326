// Flow control with one waiting mask for each join point, in place of an IP for each channel: eu/execute_flow.cpp.
#include "jit/frame.h"
#include "jit/kernel_recorder.h"

namespace eugene::jit {

using isa::Opcode;

llvm::BasicBlock* KernelRecorder::block(std::uint32_t index) {
  return blocks_[std::min<std::size_t>(index, ops_.size())];
}

void KernelRecorder::rejoin(const Op& op) {
  llvm::Value* variable = waiting_.at(op.index);
  set_running(ir_.CreateOr(running(), ir_.CreateLoad(ir_.getInt32Ty(), variable)));
  ir_.CreateStore(ir_.getInt32(0), variable);
}

void KernelRecorder::park(llvm::Value* channels, std::uint32_t target) {
  const auto variable = waiting_.find(target);
  if (variable == waiting_.end()) return;  // past the end of the program
  ir_.CreateStore(ir_.CreateOr(ir_.CreateLoad(ir_.getInt32Ty(), variable->second), channels), variable->second);
}

void KernelRecorder::leave_channels(llvm::Value* channels, std::uint32_t target, std::uint32_t jip, const Op& op) {
  llvm::Value* leaving = ir_.CreateAnd(channels, running());
  flush_counts();
  park(leaving, target);
  llvm::Value* left = ir_.CreateAnd(running(), ir_.CreateNot(leaving));
  set_running(left);
  // The thread jumps if no channel's IP is that of the next instruction.
  llvm::Value* here = left;
  if (const auto next = waiting_.find(op.index + 1); next != waiting_.end())
    here = ir_.CreateOr(here, ir_.CreateLoad(ir_.getInt32Ty(), next->second));
  ir_.CreateCondBr(ir_.CreateICmpEQ(here, ir_.getInt32(0)), block(jip), block(op.index + 1));
}

void KernelRecorder::loop(llvm::Value* channels, std::uint32_t target, const Op& op) {
  flush_counts();
  llvm::Value* looping = ir_.CreateAnd(channels, running());
  auto* again = llvm::BasicBlock::Create(*unit_.context, "again", function_);
  ir_.CreateCondBr(ir_.CreateICmpEQ(looping, ir_.getInt32(0)), block(op.index + 1), again);
  ir_.SetInsertPoint(again);
  park(ir_.CreateAnd(running(), ir_.CreateNot(looping)), op.index + 1);
  set_running(looping);
  ir_.CreateBr(block(target));
}

void KernelRecorder::record_branch(const Op& op) {
  const isa::Instruction& inst = instruction(op);
  if (op.sources != 0 || op.compare != nullptr || (control_[op.index] & 4) != 0) return leave(kInterpret, op);
  ++pending_instructions_;
  // Channels at their own positions, as the masks hold them.
  llvm::Value* eligible =
      op.no_mask ? ir_.getInt32(op.all) : ir_.CreateAnd(ir_.CreateLShr(running(), op.channel_offset), op.all);
  eligible = rotate_right(eligible, (32U - op.channel_offset) % 32);
  llvm::Value* taken = eligible;
  if (op.predicated) taken = ir_.CreateAnd(eligible, rotate_right(predicate(op), (32U - op.channel_offset) % 32));
  add_lanes(eligible);
  llvm::Value* others = ir_.CreateAnd(eligible, ir_.CreateNot(taken));
  switch (inst.opcode) {
    case Opcode::if_: return leave_channels(others, op.jip, op.jip, op);
    case Opcode::else_: return leave_channels(eligible, inst.branch_control ? op.uip : op.jip, op.jip, op);
    case Opcode::endif:
    case Opcode::join:
      flush_counts();
      ir_.CreateCondBr(ir_.CreateICmpEQ(running(), ir_.getInt32(0)), block(op.jip), block(op.index + 1));
      return;
    case Opcode::while_: return loop(taken, op.jip, op);
    case Opcode::break_:
    case Opcode::cont:
    case Opcode::halt: return leave_channels(taken, op.uip, op.jip, op);
    case Opcode::goto_:
      if (inst.branch_control) return loop(taken, op.uip, op);
      return leave_channels(others, op.uip, op.jip, op);
    default: pending_instructions_ -= 1; return leave(kInterpret, op);
  }
}

void KernelRecorder::record_jump(const Op& op) {
  if (op.sources != 0) return leave(kInterpret, op);
  ++pending_instructions_;
  ++pending_lanes_;
  flush_counts();
  if (!op.predicated) {
    ir_.CreateBr(block(op.jip));
    return;
  }
  llvm::Value* condition = ir_.CreateTrunc(predicate(op), ir_.getInt1Ty());
  ir_.CreateCondBr(condition, block(op.jip), block(op.index + 1));
}

}  // namespace eugene::jit
