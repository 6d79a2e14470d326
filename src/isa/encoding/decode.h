// Machine code to instructions: SNB PRM vol4 part2 5.5 and 7.2, and the Gen9 formats.
//
// The operand slots that an opcode leaves unused are kept (as Align1 operands), so that encoding gives the
// same bytes back. Of a branch with immediate distances `jip` and `uip` are in bytes (isa/branch.h: from where); the
// operand whose place they take is an immediate with only its type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/diagnostic.h"
#include "isa/encoding/encoded_instruction.h"
#include "isa/gen.h"
#include "isa/program.h"

namespace eugene::isa {

// Bytes of the instruction at the start of `code`, from its compaction bit; 0 if `code` is too short for it.
std::size_t instruction_size(std::span<const std::byte> code);

// The instruction at the start of `code`: 16 bytes, or 8 of a compacted one. An error says which field is
// reserved or meaningless; its place has no offset.
Result<Instruction> decode(const Gen& gen, std::span<const std::byte> code);
Result<Instruction> decode(const Gen& gen, const EncodedInstruction& word);

// All of `code`. The first error ends it, with the byte offset as its place.
Result<Program> decode_program(const Gen& gen, std::span<const std::byte> code);

// All of `code`; what cannot be decoded becomes `illegal`, malformed where its opcode is legal, and a diagnostic with
// its byte offset.
Program decode_program(const Gen& gen, std::span<const std::byte> code, Diagnostics& diagnostics);

}  // namespace eugene::isa
