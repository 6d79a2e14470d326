// What atomic messages do to a word of memory: SKL PRM vol7, "Atomic Operations".
#pragma once

#include <bit>
#include <cstdint>

#include "isa/message/message.h"
#include "sem/lane.h"

namespace eugene::sem {

// What the operation leaves in memory that held `old`, with operands `a` and `b`.
template <IntLane V>
requires(!SignedIntLane<V>) V atomic_update(isa::AtomicOp op, V old, V a, V b) {
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

// Comparisons are IEEE: zeros are equal, a NaN operand loses against a number and equals nothing.
inline std::uint32_t atomic_update(isa::FloatAtomicOp op, std::uint32_t old, std::uint32_t a, std::uint32_t b) {
  using isa::FloatAtomicOp;
  const auto x = std::bit_cast<float>(old);
  const auto y = std::bit_cast<float>(a);
  switch (op) {
    case FloatAtomicOp::fmax: return y > x || x != x ? a : old;
    case FloatAtomicOp::fmin: return y < x || x != x ? a : old;
    case FloatAtomicOp::compare_write: return x == y ? b : old;
  }
  return old;
}

// The message returns what it leaves; of other operations, what was there.
constexpr bool returns_update(isa::AtomicOp op) { return op == isa::AtomicOp::predec; }
constexpr bool returns_update(isa::FloatAtomicOp) { return false; }

}  // namespace eugene::sem
