// Flow control with one waiting mask for each join point, in place of an IP for each channel:
// eu/execute/execute_flow.cpp.
#include <algorithm>

#include "isa/state_registers.h"
#include "jit/record/kernel_recorder.h"

namespace eugene::jit {

using isa::Opcode;

// Is the branch recorded, or left to the interpreter?
bool KernelRecorder::records_flow(const Op& op) const {
  if (op.sources != 0) return false;
  if (op.action == eu::Action::jump) return true;
  if (op.compare != nullptr || (*control_[op.index] & isa::cr0::kSingleProgramFlow) != 0) return false;
  switch (instruction(op).opcode) {
    case Opcode::if_:
    case Opcode::else_:
    case Opcode::endif:
    case Opcode::join:
    case Opcode::while_:
    case Opcode::break_:
    case Opcode::cont:
    case Opcode::halt:
    case Opcode::goto_: return true;
    default: return false;
  }
}

// Where branches make channels wait; perhaps past the end of the program.
void KernelRecorder::find_joins() {
  for (const Op& op : ops_) {
    if (op.action != eu::Action::branch) continue;
    const isa::Instruction& inst = instruction(op);
    switch (inst.opcode) {
      case Opcode::endif:
      case Opcode::join: break;
      case Opcode::if_: joins_.push_back(op.jip); break;
      case Opcode::else_: joins_.push_back(inst.branch_control ? op.uip : op.jip); break;
      case Opcode::while_: joins_.push_back(op.index + 1); break;
      case Opcode::break_:
      case Opcode::cont:
      case Opcode::halt: joins_.push_back(op.uip); break;
      case Opcode::goto_: joins_.push_back(inst.branch_control ? op.index + 1 : op.uip); break;
      default: joins_.insert(joins_.end(), {op.jip, op.uip, op.index + 1}); break;
    }
  }
  std::ranges::sort(joins_);
  joins_.erase(std::unique(joins_.begin(), joins_.end()), joins_.end());
}

llvm::Value* KernelRecorder::waiting(std::uint32_t index) {
  const auto place = std::ranges::lower_bound(joins_, index) - joins_.begin();
  return ir_.CreateConstInBoundsGEP1_32(ir_.getInt32Ty(), function_->getArg(2), static_cast<unsigned>(place));
}

void KernelRecorder::rejoin(const Op& op) {
  llvm::Value* parked = waiting(op.index);
  set_running(ir_.CreateOr(running(), ir_.CreateLoad(ir_.getInt32Ty(), parked)));
  ir_.CreateStore(ir_.getInt32(0), parked);
}

void KernelRecorder::park(llvm::Value* channels, std::uint32_t target) {
  llvm::Value* parked = waiting(target);
  ir_.CreateStore(ir_.CreateOr(ir_.CreateLoad(ir_.getInt32Ty(), parked), channels), parked);
}

void KernelRecorder::leave_channels(llvm::Value* channels, std::uint32_t target, std::uint32_t jip, const Op& op) {
  llvm::Value* leaving = ir_.CreateAnd(channels, running());
  if (is_full()) return leave_full(leaving, target, jip, op);
  park(leaving, target);
  llvm::Value* left = ir_.CreateAnd(running(), ir_.CreateNot(leaving));
  set_running(left);
  // The thread jumps if no channel's IP is that of the next instruction.
  llvm::Value* here = left;
  if (is_join(op.index + 1)) here = ir_.CreateOr(here, ir_.CreateLoad(ir_.getInt32Ty(), waiting(op.index + 1)));
  ir_.CreateCondBr(ir_.CreateICmpEQ(here, ir_.getInt32(0)), block(jip), block(op.index + 1));
}

// All channels stay together, or they part.
void KernelRecorder::leave_full(llvm::Value* leaving, std::uint32_t target, std::uint32_t jip, const Op& op) {
  auto* some = create_block("some");
  auto* parting = create_block("parting");
  ir_.CreateCondBr(ir_.CreateICmpEQ(leaving, ir_.getInt32(0)), block(op.index + 1), some);
  ir_.SetInsertPoint(some);
  if (target == jip)
    ir_.CreateCondBr(ir_.CreateICmpEQ(leaving, running()), block(jip), parting);
  else
    ir_.CreateBr(parting);
  ir_.SetInsertPoint(parting);
  park(leaving, target);
  llvm::Value* left = ir_.CreateAnd(running(), ir_.CreateNot(leaving));
  set_running(left);
  if (target == op.index + 1) return go_on(target);  // they join the others at once
  auto* stay = create_block("stay");
  auto* jump = create_block("jump");
  ir_.CreateCondBr(ir_.CreateICmpEQ(left, ir_.getInt32(0)), jump, stay);
  ir_.SetInsertPoint(jump);
  go_on(jip);
  ir_.SetInsertPoint(stay);
  go_on(op.index + 1);
}

void KernelRecorder::loop(llvm::Value* channels, std::uint32_t target, const Op& op) {
  llvm::Value* looping = ir_.CreateAnd(channels, running());
  auto* again = create_block("again");
  if (is_full()) {
    auto* not_all = create_block("not_all");
    ir_.CreateCondBr(ir_.CreateICmpEQ(looping, running()), block(target), not_all);
    ir_.SetInsertPoint(not_all);
  }
  ir_.CreateCondBr(ir_.CreateICmpEQ(looping, ir_.getInt32(0)), block(op.index + 1), again);
  ir_.SetInsertPoint(again);
  park(ir_.CreateAnd(running(), ir_.CreateNot(looping)), op.index + 1);
  set_running(looping);
  if (is_full()) return go_on(target);
  ir_.CreateBr(block(target));
}

void KernelRecorder::record_branch(const Op& op) {
  const isa::Instruction& inst = instruction(op);
  ++pending_instructions_;
  // Channels at their own positions, as the masks hold them.
  llvm::Value* eligible = op.no_mask || is_full() ? ir_.getInt32(op.all)
                                                  : ir_.CreateAnd(ir_.CreateLShr(running(), op.channel_offset), op.all);
  eligible = rotate_right(eligible, (32U - op.channel_offset) % 32);
  llvm::Value* taken = eligible;
  if (op.predicated) taken = ir_.CreateAnd(eligible, rotate_right(predicate(op), (32U - op.channel_offset) % 32));
  add_lanes(eligible);
  flush_counts();
  registers_->write_back();
  llvm::Value* others = ir_.CreateAnd(eligible, ir_.CreateNot(taken));
  switch (inst.opcode) {
    case Opcode::if_: return leave_channels(others, op.jip, op.jip, op);
    case Opcode::else_: return leave_channels(eligible, inst.branch_control ? op.uip : op.jip, op.jip, op);
    case Opcode::endif:
    case Opcode::join:
      ir_.CreateCondBr(ir_.CreateICmpEQ(running(), ir_.getInt32(0)), block(op.jip), block(op.index + 1));
      return;
    case Opcode::while_: return loop(taken, op.jip, op);
    case Opcode::break_:
    case Opcode::cont:
    case Opcode::halt: return leave_channels(taken, op.uip, op.jip, op);
    case Opcode::goto_:
      if (inst.branch_control) return loop(taken, op.uip, op);
      return leave_channels(others, op.uip, op.jip, op);
    default: return;  // records_flow() says so
  }
}

void KernelRecorder::record_jump(const Op& op) {
  ++pending_instructions_;
  ++pending_lanes_;
  if (!op.predicated) return run_into(op.jip);
  flush_counts();
  registers_->write_back();
  llvm::Value* condition = ir_.CreateTrunc(predicate(op), ir_.getInt1Ty());
  ir_.CreateCondBr(condition, block(op.jip), block(op.index + 1));
}

}  // namespace eugene::jit
