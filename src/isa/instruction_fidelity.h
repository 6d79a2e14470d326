// Fidelity of an instruction (isa/fidelity.h): the class of its opcode, of its math function or precisions, or of a
// register that it reads.
#pragma once

#include <string>

#include "isa/fidelity.h"
#include "isa/instruction.h"

namespace eugene::isa {

// Returns the class of `instruction`, with a citation that is never empty. For a send it is the class of sending; the
// message has a class too (message/fidelity.h).
FidelityRow find_fidelity(const Gen& gen, const Instruction& instruction);

// Returns the citation as text: `SNB PRM vol4 part2 8.3.28`, `docs/record/undefined.md "pln"`.
std::string format_reference(const FidelityRow& row);

// Returns the name of the thing that has the class: "mad", "math.sin", "mov of tm0".
std::string fidelity_name(const Gen& gen, const Instruction& instruction);

}  // namespace eugene::isa
