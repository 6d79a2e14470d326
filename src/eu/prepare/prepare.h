// One instruction to one PreparedOp.
#pragma once

#include "base/diagnostic.h"
#include "eu/prepare/prepared_op.h"

namespace eugene::eu {

// Decodes instruction `index` of `program`; storage_ is where plans keep constants. An error says why executing it is a
// fault.
Result<PreparedOp> prepare_instruction(const isa::Program& program, std::uint32_t index, PreparedProgram& storage);

// The index of the instruction at byte `offset`, or program size for one past the end; nothing elsewhere.
std::optional<std::uint32_t> find_instruction(const PreparedProgram& prepared, std::int64_t offset);

}  // namespace eugene::eu
