// The registers that an instruction's operands name, byte by byte.
#pragma once

#include <nlohmann/json.hpp>

#include "isa/instruction.h"

namespace eugene::web {

// An array of {role, file, type, bytes, size}: `bytes` has the first byte of each lane, counted from register 0 of the
// file; of messages each register is one lane. Operands reached through an address have {role, indirect}.
nlohmann::json operands_of(const isa::Instruction& instruction);

}  // namespace eugene::web
