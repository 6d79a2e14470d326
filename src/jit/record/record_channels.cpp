// Predicates and execution masks: a bit a channel, as registers hold them, or as vectors of conditions.
#include "jit/record/kernel_recorder.h"
#include "sem/channels.h"

namespace eugene::jit {

llvm::Value* KernelRecorder::rotate_right(llvm::Value* bits, unsigned count) {
  if (count % 32 == 0) return bits;
  return ir_.CreateIntrinsic(llvm::Intrinsic::fshr, {bits->getType()}, {bits, bits, ir_.getInt32(count % 32)});
}

llvm::Value* KernelRecorder::predicate(const Op& op) {
  const auto lane = [&](llvm::Value* bits) {
    return Value<std::uint32_t>{&ir_, ir_.CreateBitCast(bits, vector_type<std::uint32_t>(*unit_.context, 1))};
  };
  const bool two = kernel_.program().gen->flag_registers > 1;
  const bool vertical = op.pred_control == isa::PredControl::anyv || op.pred_control == isa::PredControl::allv;
  const auto flag = lane(rotate_right(registers_->flag(op.flag_nr), op.flag_shift));
  auto other = flag;
  if (vertical)
    other = lane(two ? rotate_right(registers_->flag(1U - op.flag_nr), op.flag_shift)
                     : rotate_right(registers_->flag(0), op.flag_shift ^ 16U));
  const auto result = sem::predicate_channels(op.pred_control, op.pred_inverse, flag, other);
  return ir_.CreateBitCast(result.value, ir_.getInt32Ty());
}

llvm::Value* KernelRecorder::enabled(const Op& op) {
  llvm::Value* channels = ir_.getInt32(op.all);
  if (!op.no_mask && !is_full()) channels = ir_.CreateAnd(ir_.CreateLShr(running(), op.channel_offset), op.all);
  return op.predicated && op.action != eu::Action::select ? ir_.CreateAnd(channels, predicate(op)) : channels;
}

llvm::Value* KernelRecorder::channel_mask(llvm::Value* bits, unsigned count) {
  const std::uint64_t all = low_mask(count);
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(bits); known != nullptr && (known->getZExtValue() & all) == all)
    return nullptr;
  llvm::Value* narrow = ir_.CreateTrunc(bits, ir_.getIntNTy(count));
  return ir_.CreateBitCast(narrow, llvm::FixedVectorType::get(ir_.getInt1Ty(), count));
}

llvm::Value* KernelRecorder::mask_bits(llvm::Value* mask) {
  const unsigned count = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  return ir_.CreateZExt(ir_.CreateBitCast(mask, ir_.getIntNTy(count)), ir_.getInt32Ty());
}

void KernelRecorder::write_flags(const Op& op, llvm::Value* mask, llvm::Value* channels) {
  const unsigned left = (32U - op.flag_shift) % 32;
  llvm::Value* written = rotate_right(channels, left);
  llvm::Value* bits = ir_.CreateAnd(rotate_right(mask_bits(mask), left), written);
  llvm::Value* kept = ir_.CreateAnd(registers_->flag(op.flag_nr), ir_.CreateNot(written));
  registers_->set_flag(op.flag_nr, ir_.CreateOr(kept, bits));
}

}  // namespace eugene::jit
