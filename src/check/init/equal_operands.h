// Makes the operands of a comparison equal, as far as their undefined bits allow.
#pragma once

#include "eu/thread.h"
#include "isa/instruction.h"

namespace eugene::check {

// In each channel, makes source `source` of `compare` in `twin` equal to the other source's value in `thread`, but
// changes only bits that differ between `twin` and `thread`. Returns false unless both sources are plain: general
// registers or immediates, without modifiers, and both integers or both of one type.
bool make_equal(const isa::Instruction& compare, unsigned source, const eu::Thread& thread, eu::Thread& twin);

}  // namespace eugene::check
