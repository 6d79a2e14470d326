// Liveness of the bits of f0 and f1. The flags are not among the cells of LiveRegisters.
#pragma once

#include <array>
#include <cstdint>

#include "eu/prepared_op.h"

namespace eugene::eu {

using FlagBits = std::array<std::uint32_t, 2>;  // f0 and f1

// Returns whether an instruction may read one of the flag bits before other instructions have written it, if the thread
// continues at instruction `from` with all channels that any instruction uses.
bool may_read_flags(const PreparedProgram& prepared, std::uint32_t from, const FlagBits& bits);

}  // namespace eugene::eu
