#include "jit/record/channels.h"

#include <llvm/Analysis/VectorUtils.h>

#include "base/bits.h"
#include "isa/registers_used.h"
#include "sem/channels.h"

namespace eugene::jit {

using Op = eu::PreparedOp;

llvm::Value* rotate_right(Builder& ir, llvm::Value* bits, unsigned count) {
  if (count % 32 == 0) return bits;
  return ir.CreateIntrinsic(llvm::Intrinsic::fshr, {bits->getType()}, {bits, bits, ir.getInt32(count % 32)});
}

bool is_none(llvm::Value* channels) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(channels);
  return known != nullptr && known->isZero();
}

llvm::Value* predicate(Recording& r, const Op& op) {
  const auto lane = [&](llvm::Value* bits) {
    return Value<std::uint32_t>{&r.ir, r.ir.CreateBitCast(bits, vector_type<std::uint32_t>(r.ir.getContext(), 1))};
  };
  const bool two = r.plan.gen().files.flag_registers > 1;
  const bool vertical = isa::reads_both_flags(op.pred_control);
  const auto flag = lane(rotate_right(r.ir, r.registers.flag(op.flag_nr), op.flag_shift));
  auto other = flag;
  if (vertical)
    other = lane(two ? rotate_right(r.ir, r.registers.flag(1U - op.flag_nr), op.flag_shift)
                     : rotate_right(r.ir, r.registers.flag(0), op.flag_shift ^ 16U));
  const auto result = sem::predicate_channels(op.pred_control, op.pred_inverse, flag, other);
  return r.ir.CreateBitCast(result.value, r.ir.getInt32Ty());
}

llvm::Value* execution_mask(Recording& r, const Op& op) {
  if (op.no_mask || r.is_full()) return r.ir.getInt32(op.all);
  return r.ir.CreateAnd(r.ir.CreateLShr(running(r), op.channel_offset), op.all);
}

llvm::Value* enabled(Recording& r, const Op& op) {
  llvm::Value* channels = execution_mask(r, op);
  return !is_none(channels) && op.predicated && op.action != eu::Action::select
             ? r.ir.CreateAnd(channels, predicate(r, op))
             : channels;
}

llvm::Value* written_channels(Recording& r, const Op& op) {
  llvm::Value* channels = enabled(r, op);
  return op.write_mask != ~0U ? r.ir.CreateAnd(channels, op.write_mask) : channels;
}

llvm::Value* channel_mask(Builder& ir, llvm::Value* bits, unsigned count) {
  const std::uint64_t all = low_mask(count);
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(bits); known != nullptr && (known->getZExtValue() & all) == all)
    return nullptr;
  return to_lanes(ir, bits, count);
}

void write_flags(Recording& r, const Op& op, llvm::Value* mask, llvm::Value* channels) {
  if (is_none(channels)) return;
  const unsigned left = (32U - op.flag_shift) % 32;
  llvm::Value* written = rotate_right(r.ir, channels, left);
  llvm::Type* narrow = r.ir.getIntNTy(count_lanes(mask));
  llvm::Value* same = llvm::getSplatValue(mask);
  llvm::Value* bits = same != nullptr ? r.ir.CreateSExt(same, narrow) : r.ir.CreateBitCast(mask, narrow);
  bits = r.ir.CreateZExt(bits, r.ir.getInt32Ty());
  bits = r.ir.CreateAnd(rotate_right(r.ir, bits, left), written);
  llvm::Value* kept = r.ir.CreateAnd(r.registers.flag(op.flag_nr), r.ir.CreateNot(written));
  r.registers.set_flag(op.flag_nr, r.ir.CreateOr(kept, bits));
}

}  // namespace eugene::jit
