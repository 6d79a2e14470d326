// Machine code to instructions: SNB PRM vol4 part2 5.5 and 7.2, and the Gen9 formats.
//
// Operand slots that an opcode does not use are kept (as Align1 operands), so that encoding gives the same bytes back.
// For a branch with immediate distances, `jip` and `uip` are in bytes (isa/branch.h says from where they count); the
// operand slot that holds them becomes an immediate with only a type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/diagnostic.h"
#include "isa/encoding/encoded_instruction.h"
#include "isa/gen.h"
#include "isa/program.h"

namespace eugene::isa {

// Returns the size in bytes of the instruction at the start of `code`, from its compaction bit. 0: `code` is too short.
std::size_t instruction_size(std::span<const std::byte> code);

// Decodes the instruction at the start of `code`, which has 16 bytes, or 8 if it is compacted. An error names the field
// that is reserved or meaningless; its place has no offset.
Result<Instruction> decode(const Gen& gen, std::span<const std::byte> code);
Result<Instruction> decode(const Gen& gen, const EncodedInstruction& word);

// Decodes all of `code`. Stops at the first error, whose place has the byte offset.
Result<Program> decode_program(const Gen& gen, std::span<const std::byte> code);

// Decodes all of `code`. An instruction that cannot be decoded adds a diagnostic with its byte offset and becomes
// `illegal`; it is marked malformed if its opcode is legal.
Program decode_program(const Gen& gen, std::span<const std::byte> code, Diagnostics& diagnostics);

}  // namespace eugene::isa
