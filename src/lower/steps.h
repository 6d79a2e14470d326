// What the native instructions that one of vISA becomes are made of: its sources, steps between, and the last one.
#pragma once

#include <array>

#include "lower/context.h"

namespace eugene::lower {

using Sources = std::array<isa::Operand, 4>;

// The sources of `op` in their order; what it has fewer stays null.
Result<Sources> sources_of(Context& context, const Op& op);

inline isa::Instruction instruction(isa::Opcode opcode, const isa::Operand& a, const isa::Operand& b = {}) {
  isa::Instruction native;
  native.opcode = opcode;
  native.src = {a, b, {}};
  return native;
}

// Emits `native`, whose sources are set, for all channels of `op` whether they run or not: its result is packed
// elements of `type` in scratch registers.
Result<isa::Operand> step(Context& context, const Op& op, isa::Instruction native, isa::Type type);
// One that overwrites the result of another.
void step_into(Context& context, const Op& op, const isa::Operand& dst, isa::Instruction native);

// Emits `native`, whose sources are set, with the destination, the predicate and the saturation of `op`.
Result<void> finish(Context& context, const Op& op, isa::Instruction native);

}  // namespace eugene::lower
