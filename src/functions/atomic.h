// Atomic operations of the data port (sem/atomic.h) on a word of memory that several host threads change.
#pragma once

#include <atomic>
#include <concepts>
#include <type_traits>

#include "sem/atomic.h"

namespace eugene::functions {

using isa::AtomicOp;
using isa::FloatAtomicOp;

// Performs `op` on *word as one atomic step among all host threads and returns what it held.
template <class Op, std::unsigned_integral T>
T atomic_update(T* word, Op op, T a, T b) {
  std::atomic_ref<T> memory(*word);
  constexpr auto kOrder = std::memory_order_relaxed;
  if constexpr (std::is_same_v<Op, AtomicOp>) {  // the frequent ones without a loop
    switch (op) {
      case AtomicOp::add: return memory.fetch_add(a, kOrder);
      case AtomicOp::sub: return memory.fetch_sub(a, kOrder);
      case AtomicOp::inc: return memory.fetch_add(1, kOrder);
      case AtomicOp::dec: return memory.fetch_sub(1, kOrder);
      case AtomicOp::mov: return memory.exchange(a, kOrder);
      default: break;
    }
  }
  T old = memory.load(kOrder);
  T next = sem::atomic_update(op, old, a, b);
  while (!memory.compare_exchange_weak(old, next, kOrder)) next = sem::atomic_update(op, old, a, b);
  return old;
}

// The response of the message, for a word that held `old`.
template <class Op, std::unsigned_integral T>
T atomic_result(Op op, T old, T a, T b) {
  return sem::returns_update(op) ? sem::atomic_update(op, old, a, b) : old;
}

}  // namespace eugene::functions
