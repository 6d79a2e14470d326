// Atomic operations of the data port on one 32- or 64-bit word (SKL PRM vol7, "Atomic Operations").
#pragma once

#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "isa/message.h"

namespace eugene::functions {

using isa::AtomicOp;
using isa::FloatAtomicOp;

// What the operation leaves in memory that held `old`, with operands `a` and `b`.
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
    case AtomicOp::reverse_sub: return a - old;
    case AtomicOp::imax: return static_cast<Signed>(a) > static_cast<Signed>(old) ? a : old;
    case AtomicOp::imin: return static_cast<Signed>(a) < static_cast<Signed>(old) ? a : old;
    case AtomicOp::umax: return a > old ? a : old;
    case AtomicOp::umin: return a < old ? a : old;
    case AtomicOp::compare_write:
    case AtomicOp::compare_write_64: return old == a ? b : old;
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
    case FloatAtomicOp::compare_write: return x == y ? b : old;
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
