// What the atomics of the load/store cache share, wherever their words are (functions/lsc.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "functions/call.h"
#include "functions/lsc.h"
#include "isa/message/lsc.h"

namespace eugene::functions {

// Performs `op` on an aligned word of so many bytes, as one step among all host threads; what was there before.
std::uint64_t lsc_update(std::byte* word, unsigned bytes, isa::LscOp op, std::uint64_t a, std::uint64_t b);

// The operands that an atomic message brings, a run of all lanes each, and the response that it may want.
class LscOperands {
 public:
  bool read(Call& call, const isa::Lsc& message);  // false after a fault
  std::uint64_t operand(unsigned lane, unsigned number) const { return operands_[number][lane]; }
  void give(unsigned lane, std::uint64_t value) const;

 private:
  isa::LscRegisters registers_;
  isa::LscElement element_;
  // Read before anything is written: the response may lie in the same registers.
  std::array<std::array<std::uint64_t, kLscLanes>, 2> operands_{};
  std::byte* to_ = nullptr;
};

}  // namespace eugene::functions
