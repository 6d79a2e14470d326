// Counting what is executed, exactly as the interpreter does, once a block instead of once an instruction.
#include <bit>

#include "jit/record/kernel_recorder.h"

namespace eugene::jit {

void KernelRecorder::count(const Op& op, llvm::Value* channels) {
  ++pending_instructions_;
  if (op.predicated && op.action != eu::Action::select) {
    add_lanes(channels);
  } else if (op.no_mask || is_full()) {
    pending_lanes_ += static_cast<unsigned>(std::popcount(op.all & op.write_mask));
  } else {
    ++pending_masked_[{op.channel_offset, op.all & op.write_mask}];
  }
}

void KernelRecorder::add_lanes(llvm::Value* channels) {
  llvm::Type* i64 = ir_.getInt64Ty();
  llvm::Value* lanes = ir_.CreateZExt(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, channels), i64);
  ir_.CreateStore(ir_.CreateAdd(ir_.CreateLoad(i64, lane_operations_), lanes), lane_operations_);
}

KernelRecorder::Counts KernelRecorder::counts() {
  llvm::Type* i64 = ir_.getInt64Ty();
  llvm::Value* instructions = ir_.CreateLoad(i64, executed_);
  llvm::Value* lanes = ir_.CreateLoad(i64, lane_operations_);
  if (pending_instructions_ != 0) instructions = ir_.CreateAdd(instructions, ir_.getInt64(pending_instructions_));
  if (pending_lanes_ != 0) lanes = ir_.CreateAdd(lanes, ir_.getInt64(pending_lanes_));
  for (const auto& [mask, count] : pending_masked_) {
    llvm::Value* channels = ir_.CreateAnd(ir_.CreateLShr(running(), mask.first), mask.second);
    llvm::Value* bits = ir_.CreateZExt(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, channels), i64);
    lanes = ir_.CreateAdd(lanes, ir_.CreateMul(bits, ir_.getInt64(count)));
  }
  return {instructions, lanes};
}

void KernelRecorder::flush_counts() {
  if (pending_instructions_ == 0) return;
  const Counts now = counts();
  ir_.CreateStore(now.instructions, executed_);
  ir_.CreateStore(now.lanes, lane_operations_);
  drop_counts();
}

// What was pending is counted, or the path it was on has ended.
void KernelRecorder::drop_counts() {
  pending_instructions_ = 0;
  pending_lanes_ = 0;
  pending_masked_.clear();
}

}  // namespace eugene::jit
