// Atomic operations of the data port (sem/atomic.h) on a word in memory, for concurrent host threads.
#pragma once

#include <atomic>
#include <concepts>
#include <type_traits>

#include "sem/atomic.h"

namespace eugene::functions {

using isa::AtomicOp;
using isa::FloatAtomicOp;

// Performs `op` on *word atomically with respect to all host threads. Returns the old value.
template <class Op, std::unsigned_integral T>
T atomic_update(T* word, Op op, T a, T b) {
  std::atomic_ref<T> memory(*word);
  constexpr auto kOrder = std::memory_order_relaxed;
  if constexpr (std::is_same_v<Op, AtomicOp>) {  // frequent operations need no loop
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

// Returns the response of an atomic message to a word that held `old`.
template <class Op, std::unsigned_integral T>
T atomic_result(Op op, T old, T a, T b) {
  return sem::returns_update(op) ? sem::atomic_update(op, old, a, b) : old;
}

}  // namespace eugene::functions
