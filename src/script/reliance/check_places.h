// Offsets of operands in a Thread, for --check.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "isa/gen.h"
#include "isa/operand.h"
#include "isa/program.h"

namespace eugene::script::reliance {

// Returns the offset of a direct operand in the Thread; nothing for null, immediates, and registers that always have a
// value.
std::optional<std::size_t> find_place(const isa::Program& program, const isa::Operand& operand);

// Whether the element of `bytes` bytes at `offset` in a direct operand's region exists; true for null and immediates.
bool is_populated(const isa::Gen& gen, const isa::Operand& operand, unsigned offset, unsigned bytes);

// Returns the name of byte `byte` of a Thread for users: "r2, byte 12".
std::string find_name(std::size_t byte);

}  // namespace eugene::script::reliance
