// The printer's comment beside an instruction.
#pragma once

#include <string>

#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::assembly {

// The message of a send, in words; empty if there is nothing to say.
std::string comment_on(const isa::Gen& gen, const isa::Instruction& instruction);

}  // namespace eugene::assembly
