// Instructions to machine code, the inverse of decode.h.
#pragma once

#include <array>
#include <cstddef>

#include "base/diagnostic.h"
#include "isa/encoding/encoded_instruction.h"
#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::isa {

// Returns the 128-bit form of `instruction`, even if it is marked `compacted`. An error names the part that the
// generation cannot express: opcode, type, register, region or distance.
Result<std::array<std::byte, 16>> encode(const Gen& gen, const Instruction& instruction);
Result<EncodedInstruction> encode_word(const Gen& gen, const Instruction& instruction);

}  // namespace eugene::isa
