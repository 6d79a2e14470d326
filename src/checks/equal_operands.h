// Operands of a comparison made equal, as far as undefined bits allow.
#pragma once

#include "eu/thread.h"
#include "isa/instruction.h"

namespace eugene::checks {

// In each channel gives source `source` of `compare` the value of the other one in `thread`: of its bits in `twin`,
// those that differ from `thread`. False where the sources are not plain enough for that: both from general registers
// or immediates, without modifiers, and integers or of one type.
bool make_equal(const isa::Instruction& compare, unsigned source, const eu::Thread& thread, eu::Thread& twin);

}  // namespace eugene::checks
