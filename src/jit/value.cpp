#include "jit/value.h"

namespace eugene::jit {

// The host's conversions (F16C) round as MXCSR says, as the concrete ones do, and differ from them only in the payload
// of NaNs, which sem::result() makes one NaN of.
Value<float> half_to_float(Value<Half> v) {
  Builder& ir = *v.ir;
  llvm::Type* halves = llvm::FixedVectorType::get(ir.getHalfTy(), v.lanes());
  return {&ir, ir.CreateFPExt(ir.CreateBitCast(v.value, halves), vector_type<float>(ir.getContext(), v.lanes()))};
}

Value<Half> float_to_half(Value<float> v) {
  Builder& ir = *v.ir;
  llvm::Type* halves = llvm::FixedVectorType::get(ir.getHalfTy(), v.lanes());
  return {&ir, ir.CreateBitCast(ir.CreateFPTrunc(v.value, halves), vector_type<Half>(ir.getContext(), v.lanes()))};
}

Value<Half> double_to_half(Value<double> v) { return float_to_half(sem::narrowed_to_odd(v)); }

}  // namespace eugene::jit
