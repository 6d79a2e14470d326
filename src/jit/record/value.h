// The recorded domain of sem/lane.h: a Value<E> is a vector of E, one element for each channel, in LLVM IR under
// construction. A template of sem that computes with concrete lanes emits the instructions for that computation if it
// is called with Values.
//
// So interpreter and JIT share one description of an instruction: `add` is a template, and both domains have the same
// small set of operations (plus, select, convert, ...), found by overloading. This file implements them once for all
// channels. They must agree with the concrete ones to the bit, which value_test.cpp tests. The alternative, compiling
// sem with clang to LLVM IR and linking that, would need no second domain, but needs clang at build time, and gives
// scalar code that LLVM would have to vectorise.
#pragma once

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "sem/lane.h"
#include "sem/math.h"

namespace eugene::jit {

using Builder = llvm::IRBuilder<>;

inline unsigned count_lanes(const llvm::Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

// One element of type E for every channel. `ir` is where code is emitted. `value` is a vector of E's LLVM type (a Half
// has 16-bit integers). All Values of one instruction have the same number of elements.
template <class E>
struct Value {
  Builder* ir = nullptr;
  llvm::Value* value = nullptr;

  unsigned lanes() const { return count_lanes(value); }
};

// One bit for each channel: the result of a comparison.
struct Mask {
  Builder* ir = nullptr;
  llvm::Value* value = nullptr;  // <lanes x i1>
};

// LLVM's type for one element.
template <class E>
llvm::Type* element_type(llvm::LLVMContext& context) {
  if constexpr (std::is_same_v<E, float>)
    return llvm::Type::getFloatTy(context);
  else if constexpr (std::is_same_v<E, double>)
    return llvm::Type::getDoubleTy(context);
  else
    return llvm::Type::getIntNTy(context, sizeof(E) * 8);
}
template <class E>
llvm::Type* vector_type(llvm::LLVMContext& context, unsigned lanes) {
  return llvm::FixedVectorType::get(element_type<E>(context), lanes);
}

template <class E>
Value<E> constant(Builder& ir, unsigned lanes, E number) {
  llvm::Type* type = element_type<E>(ir.getContext());
  llvm::Constant* scalar = nullptr;
  if constexpr (std::is_same_v<E, sem::Half>)
    scalar = llvm::ConstantInt::get(type, number.bits);
  else if constexpr (std::is_floating_point_v<E>)  // from the bits: a NaN keeps its payload
    scalar = llvm::ConstantFP::get(
        ir.getContext(),
        llvm::APFloat(type->getFltSemantics(), llvm::APInt(sizeof(E) * 8, std::bit_cast<sem::BitsOf<E>>(number))));
  else
    scalar = llvm::ConstantInt::get(type, static_cast<std::uint64_t>(number), std::is_signed_v<E>);
  return {&ir, llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(lanes), scalar)};
}

}  // namespace eugene::jit

template <class E>
struct eugene::sem::LaneTraits<eugene::jit::Value<E>> {
  using Element = E;
  using Mask = eugene::jit::Mask;
  template <class To>
  using Rebind = eugene::jit::Value<To>;
  static eugene::jit::Value<E> like(const eugene::jit::Value<E>& v, E number) {
    return eugene::jit::constant<E>(*v.ir, v.lanes(), number);
  }
};

namespace eugene::jit {

template <class E>
concept Float = std::is_floating_point_v<E>;
template <class E>
concept Int = sem::IntElement<E>;
using sem::Half;

// Returns the low `count` bits, one in each lane.
inline llvm::Value* to_lanes(Builder& ir, llvm::Value* bits, unsigned count) {
  return ir.CreateBitCast(ir.CreateTrunc(bits, ir.getIntNTy(count)), llvm::FixedVectorType::get(ir.getInt1Ty(), count));
}

// Concatenates `parts`, vectors of one type, padded with undefined elements to a power of two of parts.
llvm::Value* concatenated(Builder& ir, std::vector<llvm::Value*> parts);

// ---- Conversions. ----

template <class To, class From>
Value<To> bit_cast_lane(Value<From> v) {
  static_assert(sizeof(To) == sizeof(From));
  return {v.ir, v.ir->CreateBitCast(v.value, vector_type<To>(v.ir->getContext(), v.lanes()))};
}

// Clears the sign in the bits of numbers that were converted from unsigned integers.
llvm::Value* without_sign(Builder& ir, llvm::Value* bits);

// Converts doubles whose whole parts are unsigned dwords.
llvm::Value* to_unsigned_dwords(Builder& ir, llvm::Value* numbers);

Value<float> half_to_float(Value<Half> v);
Value<Half> float_to_half(Value<float> v);
Value<Half> double_to_half(Value<double> v);

template <class To, class From>
Value<To> convert(Value<From> v) {
  if constexpr (std::is_same_v<To, From>) {
    return v;
  } else if constexpr (std::is_same_v<From, Half>) {
    return convert<To>(half_to_float(v));
  } else if constexpr (std::is_same_v<To, Half>) {
    if constexpr (std::is_same_v<From, double>)
      return double_to_half(v);
    else
      return float_to_half(convert<float>(v));
  } else {
    llvm::Type* to = vector_type<To>(v.ir->getContext(), v.lanes());
    if constexpr (Int<From> && Int<To>)
      return {v.ir, v.ir->CreateIntCast(v.value, to, std::is_signed_v<From>)};
    else if constexpr (Int<From> && std::is_signed_v<From>)
      return {v.ir, v.ir->CreateSIToFP(v.value, to)};
    else if constexpr (Int<From>) {
      // Hosts without this conversion subtract parts of the number. In rounding mode down this gives -0 for 0, so clear
      // the sign.
      const Value<To> near{v.ir, v.ir->CreateUIToFP(v.value, to)};
      const auto bits = bit_cast_lane<sem::BitsOf<To>>(near);
      return bit_cast_lane<To>(Value<sem::BitsOf<To>>{v.ir, without_sign(*v.ir, bits.value)});
    } else if constexpr (std::is_same_v<From, double> && std::is_same_v<To, std::uint32_t>)
      return {v.ir, to_unsigned_dwords(*v.ir, v.value)};
    else if constexpr (Int<To>)
      return {v.ir, std::is_signed_v<To> ? v.ir->CreateFPToSI(v.value, to) : v.ir->CreateFPToUI(v.value, to)};
    else
      return {v.ir, v.ir->CreateFPCast(v.value, to)};
  }
}

// ---- Arithmetic. ----

template <class E>
Value<E> intrinsic(llvm::Intrinsic::ID id, Value<E> a) {
  return {a.ir, a.ir->CreateUnaryIntrinsic(id, a.value)};
}

template <Int E>
Value<E> plus(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateAdd(a.value, b.value)};
}
template <Float E>
Value<E> plus(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateFAdd(a.value, b.value)};
}
template <Int E>
Value<E> minus(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateSub(a.value, b.value)};
}
template <Float E>
Value<E> minus(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateFSub(a.value, b.value)};
}
template <Int E>
Value<E> times(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateMul(a.value, b.value)};
}
template <Float E>
Value<E> times(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateFMul(a.value, b.value)};
}
template <Float E>
Value<E> divided(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateFDiv(a.value, b.value)};
}
template <Int E>
Value<E> negated(Value<E> a) {
  return {a.ir, a.ir->CreateNeg(a.value)};
}
template <Float E>
Value<E> negated(Value<E> a) {
  return {a.ir, a.ir->CreateFNeg(a.value)};
}
template <Float E>
Value<E> square_root(Value<E> a) {
  return intrinsic(llvm::Intrinsic::sqrt, a);
}
template <Float E>
Value<E> round_down(Value<E> a) {
  return intrinsic(llvm::Intrinsic::floor, a);
}
template <Float E>
Value<E> round_up(Value<E> a) {
  return intrinsic(llvm::Intrinsic::ceil, a);
}
template <Float E>
Value<E> round_even(Value<E> a) {
  return intrinsic(llvm::Intrinsic::roundeven, a);
}
template <Float E>
Value<E> round_zero(Value<E> a) {
  return intrinsic(llvm::Intrinsic::trunc, a);
}
template <Float E>
Value<E> fused(Value<E> a, Value<E> b, Value<E> c) {
  return {a.ir, a.ir->CreateIntrinsic(llvm::Intrinsic::fma, {a.value->getType()}, {a.value, b.value, c.value})};
}

// Half arithmetic, as in the concrete domain: in single precision, then rounded again.
inline Value<Half> plus(Value<Half> a, Value<Half> b) {
  return float_to_half(plus(half_to_float(a), half_to_float(b)));
}
inline Value<Half> minus(Value<Half> a, Value<Half> b) {
  return float_to_half(minus(half_to_float(a), half_to_float(b)));
}
inline Value<Half> times(Value<Half> a, Value<Half> b) {
  return float_to_half(times(half_to_float(a), half_to_float(b)));
}
inline Value<Half> divided(Value<Half> a, Value<Half> b) {
  return float_to_half(divided(half_to_float(a), half_to_float(b)));
}
inline Value<Half> square_root(Value<Half> a) { return float_to_half(square_root(half_to_float(a))); }
inline Value<Half> round_down(Value<Half> a) { return float_to_half(round_down(half_to_float(a))); }
inline Value<Half> round_up(Value<Half> a) { return float_to_half(round_up(half_to_float(a))); }
inline Value<Half> round_even(Value<Half> a) { return float_to_half(round_even(half_to_float(a))); }
inline Value<Half> round_zero(Value<Half> a) { return float_to_half(round_zero(half_to_float(a))); }
inline Value<Half> negated(Value<Half> a) {
  return {a.ir, a.ir->CreateXor(a.value, constant(*a.ir, a.lanes(), Half{0x8000}).value)};
}
Value<Half> fused(Value<Half> a, Value<Half> b, Value<Half> c);

// ---- Bits. ----

template <Int E>
Value<E> bit_and(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateAnd(a.value, b.value)};
}
template <Int E>
Value<E> bit_or(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateOr(a.value, b.value)};
}
template <Int E>
Value<E> bit_xor(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateXor(a.value, b.value)};
}
template <Int E>
Value<E> bit_not(Value<E> a) {
  return {a.ir, a.ir->CreateNot(a.value)};
}
template <Int E>
Value<E> shift_left(Value<E> a, Value<E> count) {
  return {a.ir, a.ir->CreateShl(a.value, count.value)};
}
template <Int E>
Value<E> shift_right(Value<E> a, Value<E> count) {
  return {a.ir, std::is_signed_v<E> ? a.ir->CreateAShr(a.value, count.value) : a.ir->CreateLShr(a.value, count.value)};
}
template <Int E>
Value<E> leading_zeros(Value<E> a) {
  return {a.ir, a.ir->CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, a.value, a.ir->getFalse())};
}
template <Int E>
Value<E> set_bits(Value<E> a) {
  return intrinsic(llvm::Intrinsic::ctpop, a);
}

// ---- Comparison, masks, selection. ----

template <Int E>
Mask equal(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateICmpEQ(a.value, b.value)};
}
template <Float E>
Mask equal(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateFCmpOEQ(a.value, b.value)};
}
template <Int E>
Mask less(Value<E> a, Value<E> b) {
  return {a.ir, std::is_signed_v<E> ? a.ir->CreateICmpSLT(a.value, b.value) : a.ir->CreateICmpULT(a.value, b.value)};
}
template <Float E>
Mask less(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateFCmpOLT(a.value, b.value)};
}
template <Int E>
Mask less_equal(Value<E> a, Value<E> b) {
  return {a.ir, std::is_signed_v<E> ? a.ir->CreateICmpSLE(a.value, b.value) : a.ir->CreateICmpULE(a.value, b.value)};
}
template <Float E>
Mask less_equal(Value<E> a, Value<E> b) {
  return {a.ir, a.ir->CreateFCmpOLE(a.value, b.value)};
}
// True for elements that are not NaN.
Mask is_number(Value<Half> v);
inline Mask equal(Value<Half> a, Value<Half> b) {
  if (a.value == b.value) return is_number(a);
  return equal(half_to_float(a), half_to_float(b));
}
inline Mask less(Value<Half> a, Value<Half> b) { return less(half_to_float(a), half_to_float(b)); }
inline Mask less_equal(Value<Half> a, Value<Half> b) { return less_equal(half_to_float(a), half_to_float(b)); }

inline Mask mask_and(Mask a, Mask b) { return {a.ir, a.ir->CreateAnd(a.value, b.value)}; }
inline Mask mask_or(Mask a, Mask b) { return {a.ir, a.ir->CreateOr(a.value, b.value)}; }
inline Mask mask_not(Mask a) { return {a.ir, a.ir->CreateNot(a.value)}; }

template <class E>
Value<E> select(Mask condition, Value<E> if_true, Value<E> if_false) {
  return {condition.ir, condition.ir->CreateSelect(condition.value, if_true.value, if_false.value)};
}

// ---- Division of dwords: see sem/math.h. ----

template <Int E>
Value<double> whole_quotient(Value<E> a, Value<E> b) {
  const Value<double> dividend = convert<double>(a);
  const auto one_lane = [&](llvm::Value* vector) {
    return a.ir->CreateVectorSplat(1, a.ir->CreateExtractElement(vector, std::uint64_t{0}));
  };
  if (!llvm::isSplatValue(b.value))
    return round_zero(divided(dividend, convert<double>(sem::extended::usual_divisor(b))));
  // All channels have the same divisor b, so 1 / b is computed once. Each dividend is moved away from zero by 1/2. Its
  // product with 1 / b then differs from every integer by at least 1 / (2 * b), and the rounding errors are smaller. So
  // rounding the product towards zero gives the exact quotient.
  const auto divisor = convert<double>(sem::extended::usual_divisor(Value<E>{a.ir, one_lane(b.value)}));
  const auto inverse = divided(constant<double>(*a.ir, 1, 1.0), divisor);
  Value<double> half = constant<double>(*a.ir, a.lanes(), 0.5);
  if constexpr (std::is_signed_v<E>) {
    const auto bits = bit_cast_lane<std::uint64_t>(dividend);
    const auto sign = bit_and(bits, constant<std::uint64_t>(*a.ir, a.lanes(), sem::kSignBit<double>));
    half = bit_cast_lane<double>(bit_or(bit_cast_lane<std::uint64_t>(half), sign));
  }
  llvm::Value* all = a.ir->CreateShuffleVector(inverse.value, llvm::SmallVector<int, 16>(a.lanes(), 0));
  return round_zero(times(plus(dividend, half), Value<double>{a.ir, all}));
}

}  // namespace eugene::jit
