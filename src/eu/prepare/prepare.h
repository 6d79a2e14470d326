// One instruction to one DecodedOp.
#pragma once

#include "base/diagnostic.h"
#include "eu/prepare/decoded_op.h"

namespace eugene::eu {

// Decodes instruction `index` of `program`; storage_ is where plans keep constants. An error says why executing it is a
// fault.
Result<DecodedOp> prepare_instruction(const isa::Program& program, std::uint32_t index, DecodedProgram& storage);

// The index of the instruction at byte `offset`, or program size for one past the end; nothing elsewhere.
std::optional<std::uint32_t> find_instruction(const DecodedProgram& decoded, std::int64_t offset);

// Channels in whose sources each channel looks, a power of two: dot products, differences of pairs (8.3.11 to 8.3.14,
// 8.3.41, 8.3.42); line and pln have operands of their own, which all channels use (8.3.22, 8.3.35).
unsigned neighbours(isa::Opcode opcode);

}  // namespace eugene::eu
