// Atomic operations of the data port on one 32- or 64-bit word (SKL PRM vol7, "Atomic Operations").
#pragma once

#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace eugene::functions {

// By their encoding in descriptor bits 11:8. `old` is memory before, a and b the message's operands.
enum class AtomicOp : std::uint8_t {
  cmpwr_2w = 0,  // cmpwr on twice the width
  and_ = 1,
  or_ = 2,
  xor_ = 3,
  mov = 4,
  inc = 5,
  dec = 6,
  add = 7,
  sub = 8,
  revsub = 9,  // a - old
  imax = 10,
  imin = 11,
  umax = 12,
  umin = 13,
  cmpwr = 14,   // old == a ? b : old
  predec = 15,  // dec that returns the new value
};

// By their encoding in descriptor bits 10:8 of the float messages.
enum class FloatAtomicOp : std::uint8_t { fmax = 1, fmin = 2, fcmpwr = 3 };

constexpr unsigned operands(AtomicOp op) {
  switch (op) {
    case AtomicOp::inc:
    case AtomicOp::dec:
    case AtomicOp::predec: return 0;
    case AtomicOp::cmpwr:
    case AtomicOp::cmpwr_2w: return 2;
    default: return 1;
  }
}
constexpr unsigned operands(FloatAtomicOp op) { return op == FloatAtomicOp::fcmpwr ? 2 : 1; }

// What the operation leaves in memory.
template <std::unsigned_integral T>
constexpr T apply(AtomicOp op, T old, T a, T b) {
  using Signed = std::make_signed_t<T>;
  switch (op) {
    case AtomicOp::and_: return old & a;
    case AtomicOp::or_: return old | a;
    case AtomicOp::xor_: return old ^ a;
    case AtomicOp::mov: return a;
    case AtomicOp::inc: return old + 1;
    case AtomicOp::dec:
    case AtomicOp::predec: return old - 1;
    case AtomicOp::add: return old + a;
    case AtomicOp::sub: return old - a;
    case AtomicOp::revsub: return a - old;
    case AtomicOp::imax: return static_cast<Signed>(a) > static_cast<Signed>(old) ? a : old;
    case AtomicOp::imin: return static_cast<Signed>(a) < static_cast<Signed>(old) ? a : old;
    case AtomicOp::umax: return a > old ? a : old;
    case AtomicOp::umin: return a < old ? a : old;
    case AtomicOp::cmpwr:
    case AtomicOp::cmpwr_2w: return old == a ? b : old;
  }
  return old;
}

// Comparisons are IEEE: zeros are equal, a NaN operand loses against a number and equals nothing.
inline std::uint32_t apply(FloatAtomicOp op, std::uint32_t old, std::uint32_t a, std::uint32_t b) {
  const auto x = std::bit_cast<float>(old);
  const auto y = std::bit_cast<float>(a);
  switch (op) {
    case FloatAtomicOp::fmax: return y > x || x != x ? a : old;
    case FloatAtomicOp::fmin: return y < x || x != x ? a : old;
    case FloatAtomicOp::fcmpwr: return x == y ? b : old;
  }
  return old;
}

// Performs `op` on *word as one atomic step among all host threads and returns what the message returns.
template <class Op, std::unsigned_integral T>
T atomic_update(T* word, Op op, T a, T b) {
  std::atomic_ref<T> memory(*word);
  T old = memory.load(std::memory_order_relaxed);
  T next = apply(op, old, a, b);
  while (!memory.compare_exchange_weak(old, next, std::memory_order_relaxed)) next = apply(op, old, a, b);
  if constexpr (std::is_same_v<Op, AtomicOp>) {
    if (op == AtomicOp::predec) return next;
  }
  return old;
}

// The frequent ones without a loop.
template <std::unsigned_integral T>
T atomic_update(T* word, AtomicOp op, T a, T b) {
  std::atomic_ref<T> memory(*word);
  constexpr auto kOrder = std::memory_order_relaxed;
  switch (op) {
    case AtomicOp::add: return memory.fetch_add(a, kOrder);
    case AtomicOp::sub: return memory.fetch_sub(a, kOrder);
    case AtomicOp::inc: return memory.fetch_add(1, kOrder);
    case AtomicOp::dec: return memory.fetch_sub(1, kOrder);
    case AtomicOp::mov: return memory.exchange(a, kOrder);
    default: return atomic_update<AtomicOp, T>(word, op, a, b);
  }
}

}  // namespace eugene::functions
