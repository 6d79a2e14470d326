#include "jit/record/instruction_counts.h"

#include "jit/record/channels.h"

namespace eugene::jit {
namespace {

using eu::ExecutionCounts;

void add(Recording& r, const eu::PreparedOp& op, std::size_t member, llvm::Value* more) {
  llvm::Value* place = r.ir.CreateConstInBoundsGEP1_32(
      r.ir.getInt8Ty(), r.variables.counts,
      op.index * static_cast<unsigned>(sizeof(ExecutionCounts)) + static_cast<unsigned>(member));
  llvm::Type* i64 = r.ir.getInt64Ty();
  r.ir.CreateStore(r.ir.CreateAdd(r.ir.CreateLoad(i64, place), r.ir.CreateZExt(more, i64)), place);
}

llvm::Value* count_bits(Recording& r, llvm::Value* bits) {
  return r.ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits);
}

}  // namespace

void count_instruction(Recording& r, const eu::PreparedOp& op, llvm::Value* channels) {
  if (r.variables.counts == nullptr) return;
  add(r, op, offsetof(ExecutionCounts, executions), r.ir.getInt32(1));
  if (channels != nullptr) add(r, op, offsetof(ExecutionCounts, channels), count_bits(r, channels));
}

llvm::Value* counted_channels(Recording& r, const eu::PreparedOp& op, llvm::Value* channels) {
  if (r.variables.counts == nullptr) return nullptr;
  if (op.predicated && op.action != eu::Action::select) return channels;
  const std::uint32_t lanes = op.all & op.write_mask;
  if (op.no_mask || r.is_full()) return r.ir.getInt32(lanes);
  return r.ir.CreateAnd(r.ir.CreateLShr(running(r), op.channel_offset), lanes);
}

void count_parting(Recording& r, const eu::PreparedOp& op, llvm::Value* parted, llvm::Value* rest) {
  if (r.variables.counts == nullptr) return;
  llvm::Value* none = r.ir.getInt32(0);
  llvm::Value* counted = r.ir.CreateSelect(r.ir.CreateICmpEQ(rest, none), none, parted);
  add(r, op, offsetof(ExecutionCounts, divergences), r.ir.CreateICmpNE(counted, none));
  add(r, op, offsetof(ExecutionCounts, parted), count_bits(r, counted));
}

}  // namespace eugene::jit
