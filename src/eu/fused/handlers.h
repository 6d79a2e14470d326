// The handlers of FusedOps: one for each meaning, lane type and kind of sources.
#pragma once

#include "eu/fused/fused_op.h"
#include "eu/prepare/exec_type.h"
#include "isa/instruction.h"

namespace eugene::eu {

// The variant of a handler. Each meaning and lane type has several.
struct FusedShape {
  std::uint8_t scalars = 0;  // bit s: source s is one value for all channels; otherwise packed elements
  bool modified = false;     // some packed source is negated, absolute or inverted
  bool single = false;       // one channel: every source is a scalar
};

// Each function returns null if it has no handler; the general path is then used.
FusedHandler fused_alu(isa::Opcode opcode, Exec exec, FusedShape shape);
// Sums and products of halves.
FusedHandler fused_half(isa::Opcode opcode, FusedShape shape);
// Copies lanes of `bytes` bytes.
FusedHandler fused_copy(unsigned bytes, FusedShape shape);
// math, for floats and for division of dwords.
FusedHandler fused_math(isa::MathFunction function, Exec exec, FusedShape shape);
// cmp and cmpn. `source[2]` of the FusedOp is the value for the destination in channels whose flag is set; 0: no
// destination.
FusedHandler fused_compare(isa::Opcode opcode, Exec exec, isa::CondMod condition, FusedShape shape);
// sel with a predicate, on lanes of `bytes` bytes.
FusedHandler fused_select(unsigned bytes, FusedShape shape);
// sel with a condition modifier: minimum, maximum and others.
FusedHandler fused_minimum(Exec exec, isa::CondMod condition, FusedShape shape);

}  // namespace eugene::eu
