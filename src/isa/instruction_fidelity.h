// How surely an instruction computes what a GPU computes (isa/fidelity.h): the class of its opcode, of its function or
// precisions, or of a register that it reads.
#pragma once

#include <string>

#include "isa/fidelity.h"
#include "isa/instruction.h"

namespace eugene::isa {

// What it cites is never empty. Of a send, that it is sent: its message has a class of its own (message/fidelity.h).
FidelityRow fidelity_of(const Gen& gen, const Instruction& instruction);

// What it cites: `SNB PRM vol4 part2 8.3.28`, `docs/undefined.md "pln"`.
std::string reference_of(const FidelityRow& row);

// What has that class: "mad", "math.sin", "mov of tm0".
std::string fidelity_name(const Gen& gen, const Instruction& instruction);

}  // namespace eugene::isa
