// Values of an instruction's sources before it executes, for --check.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "eu/thread.h"
#include "isa/instruction.h"

namespace eugene::script::reliance {

// Returns the bits of channel `channel` of a direct GRF source or an immediate; nothing for other sources.
std::optional<std::uint64_t> read_value(const isa::Instruction& instruction, const isa::Operand& source,
                                        const eu::Thread& thread, unsigned channel);

// Whether `holds(channel)` is true for any of `channels`.
template <class Predicate>
bool any_channel(std::uint32_t channels, Predicate holds) {
  for (std::uint32_t rest = channels; rest != 0; rest &= rest - 1) {
    if (holds(static_cast<unsigned>(std::countr_zero(rest)))) return true;
  }
  return false;
}

// Whether `holds(bits)` is true for source `number` in any of `channels`.
template <class Predicate>
bool any_value(const isa::Instruction& instruction, const eu::Thread& thread, std::uint32_t channels, unsigned number,
               Predicate holds) {
  return any_channel(channels, [&](unsigned channel) {
    const auto bits = read_value(instruction, instruction.src[number], thread, channel);
    return bits && holds(*bits);
  });
}

}  // namespace eugene::script::reliance
