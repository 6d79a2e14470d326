#include "jit/value.h"

#include <llvm/IR/IntrinsicsX86.h>

#include <array>
#include <numeric>
#include <optional>
#include <vector>

namespace eugene::jit {

llvm::Value* concatenated(Builder& ir, std::vector<llvm::Value*> parts) {
  while (parts.size() > 1) {
    if (parts.size() % 2 != 0) parts.push_back(llvm::PoisonValue::get(parts.back()->getType()));
    std::vector<llvm::Value*> pairs;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      std::vector<int> order(llvm::cast<llvm::FixedVectorType>(parts[i]->getType())->getNumElements() * 2);
      std::iota(order.begin(), order.end(), 0);
      pairs.push_back(ir.CreateShuffleVector(parts[i], parts[i + 1], order));
    }
    parts = std::move(pairs);
  }
  return parts.front();
}

namespace {

constexpr unsigned kAtOnce = 8;  // halves in the conversion that every host has

// convert(eight lanes) for all lanes of `vector`, one after the other.
template <class Convert>
llvm::Value* in_eights(Builder& ir, llvm::Value* vector, Convert convert) {
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  std::vector<llvm::Value*> parts;
  for (unsigned first = 0; first < lanes; first += kAtOnce) {
    std::array<int, kAtOnce> order;
    for (unsigned i = 0; i < kAtOnce; ++i) order[i] = first + i < lanes ? static_cast<int>(first + i) : -1;
    parts.push_back(convert(lanes == kAtOnce ? vector : ir.CreateShuffleVector(vector, order)));
  }
  llvm::Value* all = concatenated(ir, std::move(parts));
  if (lanes >= kAtOnce) return all;
  std::array<int, kAtOnce> order;
  std::iota(order.begin(), order.end(), 0);
  return ir.CreateShuffleVector(all, llvm::ArrayRef(order).take_front(lanes));
}

}  // namespace

// The host's conversions (F16C) round as MXCSR says, as the concrete ones do, and differ from them only in the payload
// of NaNs, which sem::result() makes one NaN of. They are written so that LLVM does not look into them: it would
// compute on halves where it can, which few hosts do but lane by lane.
Value<float> half_to_float(Value<Half> v) {
  Builder& ir = *v.ir;
  return {&ir, in_eights(ir, v.value, [&](llvm::Value* bits) {
            llvm::Value* halves = ir.CreateBitCast(bits, llvm::FixedVectorType::get(ir.getHalfTy(), kAtOnce));
            return ir.CreateConstrainedFPCast(llvm::Intrinsic::experimental_constrained_fpext, halves,
                                              vector_type<float>(ir.getContext(), kAtOnce), nullptr, "", nullptr,
                                              std::nullopt, llvm::fp::ebIgnore);
          })};
}

Value<Half> float_to_half(Value<float> v) {
  constexpr unsigned kRoundAsMxcsr = 4;
  Builder& ir = *v.ir;
  return {&ir, in_eights(ir, v.value, [&](llvm::Value* floats) {
            return ir.CreateIntrinsic(llvm::Intrinsic::x86_vcvtps2ph_256, {}, {floats, ir.getInt32(kRoundAsMxcsr)});
          })};
}

Value<Half> double_to_half(Value<double> v) { return float_to_half(sem::narrowed_to_odd(v)); }

}  // namespace eugene::jit
