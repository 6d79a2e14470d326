// Atomic operations of the load/store cache (functions/lsc.h), for words in any kind of memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "functions/lsc.h"
#include "functions/message_call.h"
#include "functions/moved_values.h"
#include "isa/message/lsc.h"

namespace eugene::functions {

// Performs `op` on an aligned word of `bytes` bytes, atomically with respect to all host threads. Returns the old
// value.
std::uint64_t lsc_update(std::byte* word, unsigned bytes, isa::LscOp op, std::uint64_t a, std::uint64_t b);
// Returns the new value of a word that held `old`.
std::uint64_t lsc_updated(unsigned bytes, isa::LscOp op, std::uint64_t old, std::uint64_t a, std::uint64_t b);

// The operands of an atomic message (each has a run of all lanes), and its response if there is one.
class LscOperands {
 public:
  bool read(MessageCall& call, const isa::Lsc& message);  // false after a fault
  std::uint64_t operand(unsigned lane, unsigned number) const { return operands_[number][lane]; }
  // Calls lsc_update() with the operands of `lane`. Adds the word at `offset` to `values` if they are wanted.
  std::uint64_t update(std::byte* word, isa::LscOp op, unsigned lane, std::uint64_t offset, MovedValues& values) const;
  void give(unsigned lane, std::uint64_t value) const;

 private:
  isa::LscRegisters registers_;
  isa::LscElement element_;
  // Copies, because the response may be in the same registers.
  std::array<std::array<std::uint64_t, isa::kMaxChannels>, 2> operands_{};
  std::byte* to_ = nullptr;
};

}  // namespace eugene::functions
