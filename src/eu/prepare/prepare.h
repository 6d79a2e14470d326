// Prepares one instruction.
#pragma once

#include "base/diagnostic.h"
#include "eu/prepared_op.h"

namespace eugene::eu {

// Prepares instruction `index` of `program`. `storage` receives the constants of its plans. An error becomes the fault
// that executing the instruction raises.
Result<PreparedOp> prepare_instruction(const isa::Program& program, std::uint32_t index, PreparedProgram& storage);

}  // namespace eugene::eu
