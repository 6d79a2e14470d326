// The operations of atomic messages on a word of memory: SKL PRM vol7, "Atomic Operations".
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "isa/message/message.h"
#include "sem/half.h"
#include "sem/lane.h"

namespace eugene::sem {

// Returns the number in a word of memory: of a half, a single or a double.
template <std::unsigned_integral T>
auto float_of_word(T bits) {
  if constexpr (sizeof(T) == 2) {
    return half_to_float(Half{bits});
  } else {
    return std::bit_cast<std::conditional_t<sizeof(T) == 8, double, float>>(bits);
  }
}

// Returns the new value of a word that held `old`, for the operands `a` and `b`.
template <IntLane V>
  requires(!SignedIntLane<V>)
V atomic_update(isa::AtomicOp op, V old, V a, V b) {
  using isa::AtomicOp;
  const auto as_signed = [](V v) { return bit_cast_lane<std::make_signed_t<ElementOf<V>>>(v); };
  switch (op) {
    case AtomicOp::and_: return bit_and(old, a);
    case AtomicOp::or_: return bit_or(old, a);
    case AtomicOp::xor_: return bit_xor(old, a);
    case AtomicOp::mov: return a;
    case AtomicOp::inc: return plus(old, like(old, 1));
    case AtomicOp::dec:
    case AtomicOp::predec: return minus(old, like(old, 1));
    case AtomicOp::add: return plus(old, a);
    case AtomicOp::sub: return minus(old, a);
    case AtomicOp::reverse_sub: return minus(a, old);
    case AtomicOp::imax: return select(less(as_signed(old), as_signed(a)), a, old);
    case AtomicOp::imin: return select(less(as_signed(a), as_signed(old)), a, old);
    case AtomicOp::umax: return select(less(old, a), a, old);
    case AtomicOp::umin: return select(less(a, old), a, old);
    case AtomicOp::compare_write:
    case AtomicOp::compare_write_64: return select(equal(old, a), b, old);
  }
  return old;
}

// Comparisons follow IEEE: zeros are equal, a NaN loses against a number and equals nothing.
template <std::unsigned_integral T>
T atomic_update(isa::FloatAtomicOp op, T old, T a, T b) {
  using isa::FloatAtomicOp;
  const auto x = float_of_word(old), y = float_of_word(a);
  switch (op) {
    case FloatAtomicOp::fmax: return y > x || x != x ? a : old;
    case FloatAtomicOp::fmin: return y < x || x != x ? a : old;
    case FloatAtomicOp::compare_write: return x == y ? b : old;
  }
  return old;
}

// Atomics of the load/store cache (vISA manual LSC_UNTYPED), on integers or floats of the word's size. Float
// comparisons are those above. Float sums follow IEEE, rounded to nearest, with arithmetic's canonical NaN
// (docs/record/undefined.md).
template <std::unsigned_integral T>
T atomic_integer(isa::LscOp op, T old, T a, T b) {
  using isa::LscOp, isa::AtomicOp;
  switch (op) {
    case LscOp::atomic_iinc: return atomic_update(AtomicOp::inc, old, a, b);
    case LscOp::atomic_idec: return atomic_update(AtomicOp::dec, old, a, b);
    case LscOp::atomic_store: return a;
    case LscOp::atomic_iadd: return atomic_update(AtomicOp::add, old, a, b);
    case LscOp::atomic_isub: return atomic_update(AtomicOp::sub, old, a, b);
    case LscOp::atomic_smin: return atomic_update(AtomicOp::imin, old, a, b);
    case LscOp::atomic_smax: return atomic_update(AtomicOp::imax, old, a, b);
    case LscOp::atomic_umin: return atomic_update(AtomicOp::umin, old, a, b);
    case LscOp::atomic_umax: return atomic_update(AtomicOp::umax, old, a, b);
    case LscOp::atomic_icas: return atomic_update(AtomicOp::compare_write, old, a, b);
    case LscOp::atomic_and: return atomic_update(AtomicOp::and_, old, a, b);
    case LscOp::atomic_or: return atomic_update(AtomicOp::or_, old, a, b);
    case LscOp::atomic_xor: return atomic_update(AtomicOp::xor_, old, a, b);
    default: return old;  // a load
  }
}

// Halves are computed as floats. Rounding the sum once more, to half, does not change the result.
template <std::unsigned_integral T>
T atomic_float(isa::LscOp op, T old, T a, T b) {
  using isa::LscOp;
  using Number = decltype(float_of_word(old));
  const auto sum = [](Number value) -> T {
    if (value != value) value = std::numeric_limits<Number>::quiet_NaN();
    if constexpr (sizeof(T) == 2) {
      return float_to_half(value).bits;
    } else {
      return std::bit_cast<T>(value);
    }
  };
  const Number x = float_of_word(old), y = float_of_word(a);
  switch (op) {
    case LscOp::atomic_fadd: return sum(x + y);
    case LscOp::atomic_fsub: return sum(x - y);
    case LscOp::atomic_fmin: return y < x || x != x ? a : old;
    case LscOp::atomic_fmax: return y > x || x != x ? a : old;
    default: return x == y ? b : old;  // compare and write
  }
}

template <std::unsigned_integral T>
T atomic_update(isa::LscOp op, T old, T a, T b) {
  return isa::is_float_atomic(op) ? atomic_float(op, old, a, b) : atomic_integer(op, old, a, b);
}

// Whether the message returns the new value. All other operations return the old value.
constexpr bool returns_update(isa::AtomicOp op) { return op == isa::AtomicOp::predec; }
constexpr bool returns_update(isa::FloatAtomicOp) { return false; }
constexpr bool returns_update(isa::LscOp) { return false; }

}  // namespace eugene::sem
