// Helpers to lower a vISA instruction to several native ones: its sources, intermediate steps, and the last step.
#pragma once

#include <array>

#include "lower/context.h"

namespace eugene::lower {

using Sources = std::array<isa::Operand, 4>;

// The sources of `op`, in order; unused entries stay null.
Result<Sources> read_sources(Context& context, const Op& op);

inline isa::Instruction instruction(isa::Opcode opcode, const isa::Operand& a, const isa::Operand& b = {}) {
  isa::Instruction native;
  native.opcode = opcode;
  native.src = {a, b, {}};
  return native;
}

// Emits `native`, whose sources are set, for all channels of `op`, running or not. Returns the result, packed elements
// of `type` in scratch registers.
Result<isa::Operand> step(Context& context, const Op& op, isa::Instruction native, isa::Type type);
// Like step(), but writes the result to `dst`, the result of an earlier step.
void step_into(Context& context, const Op& op, const isa::Operand& dst, isa::Instruction native);

// Emits `native`, whose sources are set, with the destination, the predicate and the saturation of `op`.
Result<void> finish(Context& context, const Op& op, isa::Instruction native);

}  // namespace eugene::lower
