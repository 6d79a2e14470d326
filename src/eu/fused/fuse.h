// Chooses fused handlers.
#pragma once

#include "eu/fused/fused_op.h"
#include "eu/prepare/prepared_op.h"

namespace eugene::eu {

// `op`, which has been prepared from `instruction`, with its fused handler; without one where its operands or effects
// are of no common shape.
FusedOp fuse(const isa::Instruction& instruction, const PreparedOp& op, const isa::Gen& gen);

}  // namespace eugene::eu
