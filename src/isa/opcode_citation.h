// The place where a document describes an instruction, from the section in opcodes.def.
#pragma once

#include <string>

#include "isa/citation.h"
#include "isa/opcode.h"

namespace eugene::isa {

// The sections of the SNB PRM have numbers. A section of a further document begins with the document's name; all other
// sections are of the BDW PRM.
Citation find_citation(const OpcodeInfo& row);

// "SNB PRM vol4 part2 8.3.1", as diagnostics refer to an instruction.
std::string citation_text(const OpcodeInfo& row);

}  // namespace eugene::isa
