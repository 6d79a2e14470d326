// Chooses fused handlers.
#pragma once

#include "eu/fused/fused_op.h"
#include "eu/prepared_op.h"

namespace eugene::eu {

// Returns the fused form of `op`, which has been prepared from `instruction`. It has no handler if the operands or
// effects are not of a common shape.
FusedOp fuse(const isa::Instruction& instruction, const PreparedOp& op, const isa::Gen& gen);

}  // namespace eugene::eu
