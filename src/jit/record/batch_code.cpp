#include "jit/record/batch_code.h"

#include "jit/frame.h"

namespace eugene::jit {

BatchCode::BatchCode(Builder& ir, llvm::Value* frame, bool has_digests)
    : ir_(ir), frame_(frame), has_digests_(has_digests) {
  for (Member* each : members()) each->variable = ir_.CreateAlloca(ir_.getIntNTy(each->bits));
  load_members();
  group_count = from_batch(ir_.getInt32Ty(), offsetof(eu::Batch, group_count));
  threads_of_group = from_batch(ir_.getInt32Ty(), offsetof(eu::Batch, threads_of_group));
  limit = from_batch(ir_.getInt64Ty(), offsetof(eu::Batch, limit));
  threads = from_batch(ir_.getPtrTy(), offsetof(eu::Batch, threads));
  models = from_batch(ir_.getPtrTy(), offsetof(eu::Batch, models));
  groups = from_batch(ir_.getPtrTy(), offsetof(eu::Batch, groups));
  starter = from_batch(ir_.getPtrTy(), offsetof(eu::Batch, starter));
}

std::vector<BatchCode::Member*> BatchCode::members() {
  std::vector<Member*> all{&group, &thread, &instructions, &lane_operations};
  if (has_digests_) all.push_back(&digest);
  return all;
}

llvm::Value* BatchCode::at(llvm::Value* base, std::size_t offset) {
  return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), base, static_cast<unsigned>(offset));
}

llvm::Value* BatchCode::element(llvm::Value* base, llvm::Value* index, std::size_t bytes) {
  llvm::Value* offset = ir_.CreateMul(ir_.CreateZExt(index, ir_.getInt64Ty()), ir_.getInt64(bytes));
  return ir_.CreateInBoundsGEP(ir_.getInt8Ty(), base, offset);
}

llvm::Value* BatchCode::load_constant(llvm::Type* type, llvm::Value* place, std::size_t align) {
  auto* loaded = ir_.CreateAlignedLoad(type, place, llvm::Align(align));
  loaded->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir_.getContext(), {}));
  return loaded;
}

llvm::Value* BatchCode::from_batch(llvm::Type* type, std::size_t offset) {
  return ir_.CreateLoad(type, in_frame(offsetof(Frame, batch) + offset));
}

llvm::Value* BatchCode::load(const Member& member) {
  return ir_.CreateLoad(ir_.getIntNTy(member.bits), member.variable);
}

llvm::Value* BatchCode::add(const Member& member, llvm::Value* more) {
  llvm::Value* sum = ir_.CreateAdd(load(member), more);
  ir_.CreateStore(sum, member.variable);
  return sum;
}

void BatchCode::store_member(const Member& member) {
  ir_.CreateStore(load(member), in_frame(offsetof(Frame, batch) + member.offset));
}

void BatchCode::store_members() {
  for (const Member* each : members()) store_member(*each);
}

void BatchCode::load_members() {
  for (const Member* each : members())
    ir_.CreateStore(from_batch(ir_.getIntNTy(each->bits), each->offset), each->variable);
}

llvm::Value* BatchCode::header() {
  llvm::Type* i32 = ir_.getInt32Ty();
  llvm::Value* ids = element(groups, load(group), sizeof(*eu::Batch::groups));
  llvm::Value* found = load_constant(llvm::FixedVectorType::get(i32, eu::kGrfBytes / 4), model(), eu::kGrfBytes);
  for (std::size_t i = 0; i < eu::kGroupDwords.size(); ++i)
    found = ir_.CreateInsertElement(found, load_constant(i32, at(ids, 4 * i), 4), eu::kGroupDwords[i]);
  return found;
}

void BatchCode::move_to_next() {
  llvm::Value* next = ir_.CreateAdd(load(thread), ir_.getInt32(1));
  llvm::Value* is_last = ir_.CreateICmpEQ(next, threads_of_group);
  ir_.CreateStore(ir_.CreateSelect(is_last, ir_.getInt32(0), next), thread.variable);
  add(group, ir_.CreateZExt(is_last, ir_.getInt32Ty()));
}

llvm::Value* BatchCode::can_start() {
  return ir_.CreateAnd(ir_.CreateICmpNE(load(group), group_count), ir_.CreateICmpULT(load(instructions), limit));
}

}  // namespace eugene::jit
