// One instruction to one PreparedOp.
#pragma once

#include "base/diagnostic.h"
#include "eu/prepare/prepared_op.h"

namespace eugene::eu {

// Decodes instruction `index` of `program`; storage_ is where plans keep constants. An error says why executing it is a
// fault.
Result<PreparedOp> prepare_instruction(const isa::Program& program, std::uint32_t index, PreparedProgram& storage);

}  // namespace eugene::eu
