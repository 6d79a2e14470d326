// Integer atomics, one channel after the other, each as a host atomic (functions/atomic.h). Shared local memory needs
// no host atomics, because the threads of a group take turns on one host thread.
#include "jit/message/message_recorder.h"
#include "sem/atomic.h"

namespace eugene::jit {

using isa::AtomicOp;

void MessageRecorder::record_general(const AtomicAccess& access) {
  llvm::Value* places = offsets(1);
  llvm::Type* type = places->getType();
  places = ir_.CreateAnd(places, ir_.CreateNot(llvm::ConstantInt::get(type, access.bytes - 1)));
  const Window window = load_window();
  llvm::Value* channels = ir_.CreateAnd(enabled(access.header_mask), low_mask(access.lanes));
  llvm::Value* index = index_in(window, places);
  llvm::Value* off = ir_.CreateNot(to_lanes(ir_, channels, access.lanes));
  llvm::Value* fits = all_lanes(ir_.CreateOr(below(index, window.count), off));
  auto* each = branch_off(ir_.CreateAnd(fits, exists(window)), "each", 100);
  llvm::BasicBlock* rest = ir_.GetInsertBlock();

  ir_.SetInsertPoint(each);
  tell_reached(places, channels, access.bytes, 1, true);
  const SpilledVector at = spill(index);
  std::vector<SpilledVector> operands;
  for (unsigned i = 0; i < access.operands; ++i) operands.push_back(spill(data(i)));
  std::vector<SpilledVector> results;
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
  end_path(found);

  ir_.SetInsertPoint(rest);
  set_wanted(places, channels);
}

namespace {

// LLVM's operation and operand that are equivalent to sem::atomic_update.
struct Update {
  llvm::AtomicRMWInst::BinOp operation;
  llvm::Value* operand;
};

Update choose_update(Builder& ir, AtomicOp op, unsigned bytes, llvm::Value* a) {
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

// Returns the new value of the word, without synchronising with other threads.
template <class E>
llvm::Value* updated(Builder& ir, AtomicOp op, llvm::Value* old, llvm::Value* a, llvm::Value* b) {
  const auto lane = [&](llvm::Value* v) {
    return Value<E>{&ir, ir.CreateBitCast(v != nullptr ? v : old, vector_type<E>(ir.getContext(), 1))};
  };
  return ir.CreateBitCast(sem::atomic_update(op, lane(old), lane(a), lane(b)).value, old->getType());
}

}  // namespace

// Records the update of a word. Returns the message's result.
llvm::Value* MessageRecorder::record_update(const AtomicAccess& access, llvm::Value* place, llvm::Value* a,
                                            llvm::Value* b) {
  const llvm::Align align(access.bytes);
  constexpr auto kOrder = llvm::AtomicOrdering::Monotonic;
  const auto next = [&](llvm::Value* old) {
    return access.bytes == 8 ? updated<std::uint64_t>(ir_, access.op, old, a, b)
                             : updated<std::uint32_t>(ir_, access.op, old, a, b);
  };
  llvm::Value* old = nullptr;
  if (space().slm) {
    old = ir_.CreateAlignedLoad(ir_.getIntNTy(access.bytes * 8), place, align);
    ir_.CreateAlignedStore(next(old), place, align);
  } else if (access.op == AtomicOp::compare_write) {
    old = ir_.CreateExtractValue(ir_.CreateAtomicCmpXchg(place, a, b, align, kOrder, kOrder), 0U);
  } else {
    const Update update = choose_update(ir_, access.op, access.bytes, a);
    old = ir_.CreateAtomicRMW(update.operation, place, update.operand, align, kOrder);
  }
  return sem::returns_update(access.op) ? next(old) : old;
}

}  // namespace eugene::jit
