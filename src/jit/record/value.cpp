#include "jit/record/value.h"

#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>
#include <optional>
#include <vector>

#include "jit/hidden_constant.h"
#include "jit/llvm_versions.h"

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

// Number of halves that a host converts at once: every host, and hosts with AVX-512.
constexpr unsigned kAtOnce = 8;
constexpr unsigned kAtOnceWide = 16;
constexpr unsigned kRoundAsMxcsr = 4;

// Applies `convert`, which takes `at_once` lanes, to all lanes of `vector`.
template <class Convert>
llvm::Value* in_parts(Builder& ir, llvm::Value* vector, unsigned at_once, Convert convert) {
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  std::vector<llvm::Value*> parts;
  std::vector<int> order(at_once);
  for (unsigned first = 0; first < lanes; first += at_once) {
    for (unsigned i = 0; i < at_once; ++i) order[i] = first + i < lanes ? static_cast<int>(first + i) : -1;
    parts.push_back(convert(lanes == at_once ? vector : ir.CreateShuffleVector(vector, order)));
  }
  llvm::Value* all = concatenated(ir, std::move(parts));
  if (lanes >= at_once) return all;
  std::iota(order.begin(), order.end(), 0);
  return ir.CreateShuffleVector(all, llvm::ArrayRef(order).take_front(lanes));
}

// Whether HostCompiler::prepare() has enabled F16C for the function.
bool converts_halves(const Builder& ir) {
  return ir.GetInsertBlock()->getParent()->getFnAttribute("target-features").getValueAsString().contains("+f16c");
}

// Whether HostCompiler::prepare() has enabled AVX-512 for the function.
bool converts_wide(const Builder& ir, unsigned lanes) {
  return lanes >= kAtOnceWide &&
         ir.GetInsertBlock()->getParent()->getFnAttribute("min-legal-vector-width").getValueAsString() == "512";
}

llvm::Value* widened(Builder& ir, llvm::Value* bits) {
  llvm::Type* floats = vector_type<float>(ir.getContext(), kAtOnceWide);
  return ir.CreateIntrinsic(llvm::Intrinsic::x86_avx512_mask_vcvtph2ps_512, {},
                            {bits, llvm::PoisonValue::get(floats), ir.getInt16(0xFFFF), ir.getInt32(kRoundAsMxcsr)});
}

llvm::Value* narrowed(Builder& ir, llvm::Value* floats) {
  llvm::Type* bits = vector_type<Half>(ir.getContext(), kAtOnceWide);
  return ir.CreateIntrinsic(llvm::Intrinsic::x86_avx512_mask_vcvtps2ph_512, {},
                            {floats, ir.getInt32(kRoundAsMxcsr), llvm::PoisonValue::get(bits), ir.getInt16(0xFFFF)});
}

// ---- The same conversions for hosts without F16C. ----

constexpr std::uint32_t kHalfExponentShift = 13;                 // from a half's fields to a float's
constexpr std::uint32_t kExponentDifference = (127 - 15) << 23;  // difference of the biases
constexpr std::uint32_t kLeastNormalHalf = (127 - 14) << 23;     // as a float
constexpr std::uint32_t kBeyondHalves = (127 + 16) << 23;        // the least power of two that is too large for a half

// Returns a vector of dwords that are all `number`.
llvm::Value* dwords(Builder& ir, unsigned lanes, std::uint32_t number) { return constant(ir, lanes, number).value; }

Value<float> widened_by_hand(Value<Half> v) {
  Builder& ir = *v.ir;
  const auto number = [&](std::uint32_t bits) { return dwords(ir, v.lanes(), bits); };
  const auto as_float = [&](llvm::Value* bits) { return bit_cast_lane<float>(Value<std::uint32_t>{&ir, bits}); };
  llvm::Value* bits = ir.CreateZExt(v.value, number(0)->getType());
  llvm::Value* sign = ir.CreateShl(ir.CreateAnd(bits, number(0x8000)), 16);
  llvm::Value* fields = ir.CreateShl(ir.CreateAnd(bits, number(0x7FFF)), kHalfExponentShift);
  llvm::Value* normal = ir.CreateAdd(fields, number(kExponentDifference));
  // Infinity and NaN have an exponent of all ones.
  llvm::Value* is_beyond = ir.CreateICmpUGE(fields, number(0x1F << 23));
  llvm::Value* quiet = ir.CreateSelect(ir.CreateICmpUGT(fields, number(0x1F << 23)), number(1 << 22), number(0));
  llvm::Value* beyond = ir.CreateOr(ir.CreateAdd(normal, number(kExponentDifference)), quiet);
  // A denormal half is the least normal half plus its fraction, minus the least normal half.
  const auto least = as_float(number(kLeastNormalHalf));
  llvm::Value* tiny = minus(as_float(ir.CreateAdd(fields, number(kLeastNormalHalf))), least).value;
  tiny = ir.CreateAnd(ir.CreateBitCast(tiny, normal->getType()), number(0x7FFF'FFFF));  // rounding down gives -0
  llvm::Value* is_tiny = ir.CreateICmpULT(fields, number(1 << 23));
  llvm::Value* magnitude = ir.CreateSelect(is_beyond, beyond, ir.CreateSelect(is_tiny, tiny, normal));
  return as_float(ir.CreateOr(magnitude, sign));
}

// Adding a number whose last place equals the half's last place rounds as MXCSR specifies. A product that overflows
// floats does the same for values too large for halves.
Value<Half> narrowed_by_hand(Value<float> v) {
  Builder& ir = *v.ir;
  const auto number = [&](std::uint32_t bits) { return dwords(ir, v.lanes(), bits); };
  const auto as_float = [&](llvm::Value* bits) { return bit_cast_lane<float>(Value<std::uint32_t>{&ir, bits}); };
  const auto as_bits = [&](Value<float> value) {
    return ir.CreateAnd(bit_cast_lane<std::uint32_t>(value).value, number(0x7FFF'FFFF));
  };
  llvm::Value* sign = ir.CreateAnd(bit_cast_lane<std::uint32_t>(v).value, number(0x8000'0000));
  llvm::Value* exponent = ir.CreateAnd(as_bits(v), number(0x7F80'0000));
  llvm::Value* is_small = ir.CreateICmpULT(exponent, number(kLeastNormalHalf));
  exponent = ir.CreateSelect(is_small, number(kLeastNormalHalf), exponent);
  llvm::Value* is_large = ir.CreateICmpUGT(exponent, number(kBeyondHalves));
  exponent = ir.CreateSelect(is_large, number(kBeyondHalves), exponent);
  const auto magic = as_float(ir.CreateOr(ir.CreateAdd(exponent, number(kHalfExponentShift << 23)), sign));
  const auto rounded = minus(plus(v, magic), magic);
  llvm::Value* magnitude = as_bits(rounded);
  llvm::Value* normal = ir.CreateLShr(ir.CreateSub(magnitude, number(kExponentDifference)), kHalfExponentShift);
  // A denormal half is a number of units in the last place; adding 0.5 moves that number to the low bits.
  const std::uint32_t one_half = 126 << 23;
  llvm::Value* tiny = ir.CreateSub(as_bits(plus(as_float(magnitude), as_float(number(one_half)))), number(one_half));
  const std::uint32_t scale = (127 + 112) << 23;
  llvm::Value* product = as_bits(times(rounded, as_float(number(scale))));
  llvm::Value* is_infinite = ir.CreateICmpUGE(product, number(0x7F80'0000));
  llvm::Value* beyond = ir.CreateSelect(is_infinite, number(0x7C00), number(0x7BFF));
  llvm::Value* half = ir.CreateSelect(ir.CreateICmpULT(magnitude, number(kLeastNormalHalf)), tiny, normal);
  half = ir.CreateSelect(ir.CreateICmpUGE(magnitude, number(kBeyondHalves)), beyond, half);
  llvm::Value* is_number = ir.CreateICmpULT(as_bits(v), number(0x7F80'0000));
  llvm::Value* is_nan = ir.CreateICmpUGT(as_bits(v), number(0x7F80'0000));
  half = ir.CreateSelect(is_number, half, ir.CreateSelect(is_nan, number(0x7E00), number(0x7C00)));
  half = ir.CreateOr(half, ir.CreateLShr(sign, 16));
  return {&ir, ir.CreateTrunc(half, vector_type<Half>(ir.getContext(), v.lanes()))};
}

}  // namespace

llvm::Value* to_unsigned_dwords(Builder& ir, llvm::Value* numbers) {
  const unsigned lanes = count_lanes(numbers);
  auto* dwords = llvm::FixedVectorType::get(ir.getInt32Ty(), lanes);
  if (converts_wide(ir, lanes)) return ir.CreateFPToUI(numbers, dwords);
  // Hosts without AVX-512 only convert to signed dwords. The lowest 32 bits of the double 2^52 + n are n.
  llvm::Value* whole = ir.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, numbers);
  llvm::Value* sum = ir.CreateFAdd(whole, llvm::ConstantFP::get(numbers->getType(), 0x1p52));
  auto* bits = llvm::FixedVectorType::get(ir.getInt64Ty(), lanes);
  return ir.CreateTrunc(ir.CreateBitCast(sum, bits), dwords);
}

// LLVM 18 and later assume that numbers converted from unsigned integers have no sign, and drop a visible mask.
llvm::Value* without_sign(Builder& ir, llvm::Value* bits) {
  const unsigned width = bits->getType()->getScalarSizeInBits();
  llvm::Constant* mask = llvm::ConstantInt::get(bits->getType(), llvm::APInt::getSignedMaxValue(width));
  if (!kSeesSignOfConversion) return ir.CreateAnd(bits, mask);
  llvm::LoadInst* hidden = hidden_constant(ir, mask, "all_but_sign");
  hidden->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir.getContext(), {}));
  return ir.CreateAnd(bits, hidden);
}

// The host's conversions (F16C) round as MXCSR specifies, like the concrete ones. They differ only in the payload of
// NaNs, which sem::result() makes canonical. LLVM must not see through them: it would compute on halves directly, which
// most hosts only do lane by lane.
Value<float> half_to_float(Value<Half> v) {
  Builder& ir = *v.ir;
  if (!converts_halves(ir)) return widened_by_hand(v);
  if (converts_wide(ir, v.lanes()))
    return {&ir, in_parts(ir, v.value, kAtOnceWide, [&](llvm::Value* bits) { return widened(ir, bits); })};
  return {&ir, in_parts(ir, v.value, kAtOnce, [&](llvm::Value* bits) {
            llvm::Value* halves = ir.CreateBitCast(bits, llvm::FixedVectorType::get(ir.getHalfTy(), kAtOnce));
            llvm::CallInst* floats = ir.CreateConstrainedFPCast(llvm::Intrinsic::experimental_constrained_fpext, halves,
                                                                vector_type<float>(ir.getContext(), kAtOnce), nullptr,
                                                                "", nullptr, std::nullopt, llvm::fp::ebIgnore);
            // Exceptions are ignored, so nothing is written. Without this, LLVM treats the conversion as a store, and
            // its passes that move code become quadratic in the number of conversions.
            floats->setDoesNotAccessMemory();
            return floats;
          })};
}

Value<Half> float_to_half(Value<float> v) {
  Builder& ir = *v.ir;
  if (!converts_halves(ir)) return narrowed_by_hand(v);
  if (converts_wide(ir, v.lanes()))
    return {&ir, in_parts(ir, v.value, kAtOnceWide, [&](llvm::Value* floats) { return narrowed(ir, floats); })};
  return {&ir, in_parts(ir, v.value, kAtOnce, [&](llvm::Value* floats) {
            return ir.CreateIntrinsic(llvm::Intrinsic::x86_vcvtps2ph_256, {}, {floats, ir.getInt32(kRoundAsMxcsr)});
          })};
}

// Tests the bits, since comparing needs two conversions. canonical_nans.cpp recognises this form.
Mask is_number(Value<Half> v) {
  Builder& ir = *v.ir;
  const auto bits = [&](std::uint16_t number) { return constant(ir, v.lanes(), Half{number}).value; };
  return {&ir, ir.CreateICmpULT(ir.CreateAnd(v.value, bits(0x7FFF)), bits(0x7C01))};
}

Value<Half> double_to_half(Value<double> v) { return float_to_half(sem::narrowed_to_odd(v)); }

// The product is exact in single precision. The sum is rounded to odd in single precision: if it is inexact, the
// neighbour whose last bit is 1 is taken. So rounding it again to half gives the same result as rounding once. The
// error of the sum is Knuth's TwoSum. In any rounding mode it is zero only if the sum is exact, and it has the right
// sign (Boldo, Graillat and Muller, "On the robustness of the 2Sum and Fast2Sum algorithms", 2017). It is a NaN if the
// sum is not finite.
Value<Half> fused(Value<Half> a, Value<Half> b, Value<Half> c) {
  Builder& ir = *a.ir;
  const Value<float> product = times(half_to_float(a), half_to_float(b));
  const Value<float> addend = half_to_float(c);
  const Value<float> sum = plus(product, addend);
  const Value<float> added = minus(sum, product);
  const Value<float> rest = plus(minus(product, minus(sum, added)), minus(addend, added));
  const auto number = [&](std::uint32_t bits) { return constant(ir, a.lanes(), bits).value; };
  llvm::Value* bits = bit_cast_lane<std::uint32_t>(sum).value;
  llvm::Value* rest_bits = bit_cast_lane<std::uint32_t>(rest).value;
  llvm::Value* is_even = ir.CreateICmpEQ(ir.CreateAnd(bits, number(1)), number(0));
  llvm::Value* is_inexact = ir.CreateFCmpONE(rest.value, llvm::Constant::getNullValue(rest.value->getType()));
  llvm::Value* step = ir.CreateOr(ir.CreateAShr(ir.CreateXor(bits, rest_bits), number(31)), number(1));
  llvm::Value* odd = ir.CreateSelect(ir.CreateAnd(is_even, is_inexact), ir.CreateAdd(bits, step), bits);
  return float_to_half(bit_cast_lane<float>(Value<std::uint32_t>{&ir, odd}));
}

}  // namespace eugene::jit
