// Where operands lie in a Thread, for --check.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "isa/gen.h"
#include "isa/operand.h"

namespace eugene::sanitize {

// First byte of a direct operand in the Thread, or nothing: null, immediates, registers that always have a value.
std::optional<std::size_t> place_of(const isa::Program& program, const isa::Operand& operand);

// Whether the element of `bytes` bytes at `offset` of a direct operand's region is there; of null and immediates it is.
bool is_populated(const isa::Gen& gen, const isa::Operand& operand, unsigned offset, unsigned bytes);

// The name of byte `byte` of a Thread for users: "r2, byte 12".
std::string name_of(std::size_t byte);

}  // namespace eugene::sanitize
