#include "jit/record/counters.h"

namespace eugene::jit {
namespace {

llvm::Value* count_bits(Builder& ir, llvm::Value* bits) {
  return ir.CreateZExt(ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits), ir.getInt64Ty());
}

}  // namespace

void Counters::add_lane_count(llvm::Value* channels) {
  llvm::Value* added = count_bits(ir_, channels);
  set_lanes(ir_.CreateAdd(lanes(), added));
}

Counters::Counts Counters::now() {
  Counts sum{instructions(), nullptr};
  sum.lanes = lanes();
  if (pending_instructions_ != 0)
    sum.instructions = ir_.CreateAdd(sum.instructions, ir_.getInt64(pending_instructions_));
  if (pending_lanes_ != 0) sum.lanes = ir_.CreateAdd(sum.lanes, ir_.getInt64(pending_lanes_));
  for (const auto& [mask, count] : pending_masked_) {
    llvm::Value* running = ir_.CreateLoad(ir_.getInt32Ty(), running_);
    llvm::Value* channels = ir_.CreateAnd(ir_.CreateLShr(running, mask.first), mask.second);
    sum.lanes = ir_.CreateAdd(sum.lanes, ir_.CreateMul(count_bits(ir_, channels), ir_.getInt64(count)));
  }
  return sum;
}

void Counters::set(const Counts& counts) {
  ir_.CreateStore(counts.instructions, instructions_);
  set_lanes(counts.lanes);
}

void Counters::flush() {
  if (pending_instructions_ == 0) return;
  set(now());
  drop();
}

void Counters::drop() {
  pending_instructions_ = 0;
  pending_lanes_ = 0;
  pending_masked_.clear();
}

}  // namespace eugene::jit
