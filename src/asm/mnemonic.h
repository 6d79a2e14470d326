// Mnemonics by generation. Gen12's send and sendc have two payloads, as Gen9's sends and sendsc have. They are the same
// opcodes, with the names of the opcodes that the generation lacks.
#pragma once

#include <optional>
#include <string_view>

#include "asm/dialect.h"
#include "isa/gen.h"
#include "isa/opcode.h"

namespace eugene::assembly {

std::string_view find_mnemonic(const isa::Gen& gen, isa::Opcode opcode);

// Returns the opcode that `name` has in `gen`; else the opcode that it has in another generation, if there is one.
std::optional<isa::Opcode> find_opcode(const isa::Gen& gen, std::string_view name);

// Whether the shared function of a message is written after the mnemonic: send.dc1. The text then names it nowhere
// else.
bool dots_function(const isa::Gen& gen, const Dialect& dialect);

}  // namespace eugene::assembly
