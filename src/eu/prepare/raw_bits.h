// Operations on raw bits (logic, shifts, bit fields, counts of bits) whose sources are typed as floats.
#pragma once

#include "isa/instruction.h"

namespace eugene::eu {

// Returns `instruction`. If it is an operation on raw bits, sources of a float type have the integer type of the same
// size instead, so that no number is converted. Intel's compilers write `bfrev r1:d r2:f` where a program reverses the
// bits of a float (docs/record/errata.md).
isa::Instruction with_raw_bits(isa::Instruction instruction);

}  // namespace eugene::eu
