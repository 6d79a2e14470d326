// The two versions of a kernel: with all channels of its thread running, and with some of them. Where channels never
// part the second is entered for incomplete threads alone, and the first has neither masks nor what they would keep.
// Code for complete threads is the first alone: that halves what compiling costs.
#include <cassert>

#include "jit/record/kernel_recorder.h"

namespace eugene::jit {

// Longer kernels take long to compile twice, and rarely keep their channels together.
constexpr std::size_t kMostInstructions = 4000;

Versions versions_of(const eu::Kernel& kernel, eu::Coverage coverage) {
  const eu::DecodedProgram& decoded = kernel.decoded();
  const bool is_complete = coverage == eu::Coverage::complete;
  assert(!is_complete || !decoded.channel_use.may_part);
  const bool has_full = decoded.channel_use.looked_at != 0 && (is_complete || decoded.ops.size() <= kMostInstructions);
  return {.full = has_full, .partial = !is_complete || !has_full};
}

llvm::BasicBlock* KernelRecorder::block(std::uint32_t index, Version version) {
  const bool past_the_end = index >= ops_.size();
  llvm::BasicBlock*& found = past_the_end ? blocks_[kPartial].back() : blocks_[version][index];
  if (found == nullptr) found = create_block((version == kFull ? "full" : "i") + llvm::Twine(index));
  return found;
}

// No channel waits either: those that are not running do.
llvm::Value* KernelRecorder::all_run() {
  llvm::Value* dispatched =
      ir_.CreateLoad(ir_.getInt32Ty(), registers_->in_thread(static_cast<unsigned>(offsetof(eu::Thread, dispatched))));
  llvm::Value* all = ir_.CreateICmpEQ(running(), dispatched);
  llvm::Value* looked_at = ir_.getInt32(kernel_.decoded().channel_use.looked_at);
  llvm::Value* enough = ir_.CreateICmpEQ(ir_.CreateAnd(dispatched, looked_at), looked_at);
  return ir_.CreateAnd(all, enough);
}

// As a thread that is resumed there: through the heads of the loops around.
void KernelRecorder::go_on(std::uint32_t index) {
  ir_.CreateStore(ir_.getInt32(index), resume_);
  ir_.CreateBr(block(first_step_to(index, 0), kPartial));
}

void KernelRecorder::return_to_full(const Op& op) {
  auto* on = create_block("on");
  ir_.CreateCondBr(all_run(), block(op.index, kFull), on);
  ir_.SetInsertPoint(on);
}

}  // namespace eugene::jit
