// Integer atomics: channel by channel, each one step among all host threads (functions/atomic.h). The threads of a
// group take turns on one host thread, so that their shared local memory needs no such steps.
#include "jit/message_recorder.h"

namespace eugene::jit {

using isa::AtomicOp;

void MessageRecorder::record(const AtomicAccess& access) {
  llvm::Value* places = offsets(1);
  llvm::Type* type = places->getType();
  llvm::Type* scalar = type->getScalarType();
  places = ir_.CreateAnd(places, ir_.CreateNot(llvm::ConstantInt::get(type, access.bytes - 1)));
  const Window window = load_window();
  llvm::Value* channels = ir_.CreateAnd(enabled(access.header_mask), low_mask(access.lanes));
  llvm::Value* index =
      ir_.CreateSub(places, ir_.CreateVectorSplat(access.lanes, ir_.CreateTrunc(window.first, scalar)));
  llvm::Value* inside =
      ir_.CreateICmpULT(index, ir_.CreateVectorSplat(access.lanes, ir_.CreateTrunc(window.count, scalar)));
  llvm::Value* off = ir_.CreateNot(lane_mask(channels, access.lanes));
  auto* each = branch_off(all_lanes(ir_.CreateOr(inside, off)), "each", 100);
  llvm::BasicBlock* rest = ir_.GetInsertBlock();

  ir_.SetInsertPoint(each);
  const Spilled at = spill(index);
  std::vector<Spilled> operands;
  for (unsigned i = 0; i < access.operands; ++i) operands.push_back(spill(data(i)));
  std::vector<Spilled> results;
  for (llvm::Value* before : before_) results.push_back(spill(before));
  for_each_channel(channels, [&](llvm::Value* lane) {
    llvm::Value* offset = ir_.CreateSExt(load(at, lane), ir_.getInt64Ty());
    llvm::Value* place = ir_.CreateGEP(ir_.getInt8Ty(), window.host, offset);
    llvm::Value* result = record_update(access, place, operands.empty() ? nullptr : load(operands[0], lane),
                                        operands.size() < 2 ? nullptr : load(operands[1], lane));
    if (!results.empty()) ir_.CreateStore(result, ir_.CreateGEP(results[0].element, results[0].memory, lane));
  });
  std::vector<llvm::Value*> found;
  for (std::size_t i = 0; i < results.size(); ++i)
    found.push_back(ir_.CreateLoad(before_[i]->getType(), results[i].memory));
  end_way(found);

  ir_.SetInsertPoint(rest);
  llvm::Value* lane = ir_.CreateIntrinsic(llvm::Intrinsic::cttz, {ir_.getInt32Ty()}, {channels, ir_.getFalse()});
  lane = ir_.CreateAnd(lane, access.lanes - 1);
  wanted_ = ir_.CreateZExt(ir_.CreateExtractElement(places, lane), ir_.getInt64Ty());
}

namespace {

// The operation of LLVM's and its operand.
struct Update {
  llvm::AtomicRMWInst::BinOp operation;
  llvm::Value* operand;
};

Update update_of(Builder& ir, AtomicOp op, unsigned bytes, llvm::Value* a) {
  using llvm::AtomicRMWInst;
  llvm::Value* one = ir.getIntN(bytes * 8, 1);
  switch (op) {
    case AtomicOp::and_: return {AtomicRMWInst::And, a};
    case AtomicOp::or_: return {AtomicRMWInst::Or, a};
    case AtomicOp::xor_: return {AtomicRMWInst::Xor, a};
    case AtomicOp::inc: return {AtomicRMWInst::Add, one};
    case AtomicOp::dec:
    case AtomicOp::predec: return {AtomicRMWInst::Sub, one};
    case AtomicOp::add: return {AtomicRMWInst::Add, a};
    case AtomicOp::sub: return {AtomicRMWInst::Sub, a};
    case AtomicOp::imax: return {AtomicRMWInst::Max, a};
    case AtomicOp::imin: return {AtomicRMWInst::Min, a};
    case AtomicOp::umax: return {AtomicRMWInst::UMax, a};
    case AtomicOp::umin: return {AtomicRMWInst::UMin, a};
    default: return {AtomicRMWInst::Xchg, a};
  }
}

// What the operation leaves in memory that nobody else changes.
llvm::Value* applied(Builder& ir, const Update& update, llvm::Value* old) {
  using llvm::AtomicRMWInst;
  llvm::Value* a = update.operand;
  switch (update.operation) {
    case AtomicRMWInst::And: return ir.CreateAnd(old, a);
    case AtomicRMWInst::Or: return ir.CreateOr(old, a);
    case AtomicRMWInst::Xor: return ir.CreateXor(old, a);
    case AtomicRMWInst::Add: return ir.CreateAdd(old, a);
    case AtomicRMWInst::Sub: return ir.CreateSub(old, a);
    case AtomicRMWInst::Max: return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, old, a);
    case AtomicRMWInst::Min: return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, old, a);
    case AtomicRMWInst::UMax: return ir.CreateBinaryIntrinsic(llvm::Intrinsic::umax, old, a);
    case AtomicRMWInst::UMin: return ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, old, a);
    default: return a;
  }
}

}  // namespace

// What the message returns.
llvm::Value* MessageRecorder::record_update(const AtomicAccess& access, llvm::Value* place, llvm::Value* a,
                                            llvm::Value* b) {
  const llvm::Align align(access.bytes);
  constexpr auto kOrder = llvm::AtomicOrdering::Monotonic;
  llvm::Type* type = ir_.getIntNTy(access.bytes * 8);
  if (access.op == AtomicOp::compare_write) {
    if (!space().slm) return ir_.CreateExtractValue(ir_.CreateAtomicCmpXchg(place, a, b, align, kOrder, kOrder), 0U);
    llvm::Value* old = ir_.CreateAlignedLoad(type, place, align);
    ir_.CreateAlignedStore(ir_.CreateSelect(ir_.CreateICmpEQ(old, a), b, old), place, align);
    return old;
  }
  const Update update = update_of(ir_, access.op, access.bytes, a);
  llvm::Value* old = nullptr;
  if (space().slm) {
    old = ir_.CreateAlignedLoad(type, place, align);
    ir_.CreateAlignedStore(applied(ir_, update, old), place, align);
  } else {
    old = ir_.CreateAtomicRMW(update.operation, place, update.operand, align, kOrder);
  }
  return access.op == AtomicOp::predec ? ir_.CreateSub(old, update.operand) : old;
}

}  // namespace eugene::jit
