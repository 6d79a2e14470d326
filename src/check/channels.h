// The channels on which an instruction works, for observers of single instructions.
#pragma once

#include <cstdint>

#include "eu/prepared_op.h"
#include "eu/thread.h"
#include "isa/gen.h"

namespace eugene::check {

// Returns the channels that the predicate of `op` enables; bit 0 is the first channel of `op`. Returns all ones if `op`
// has no predicate.
std::uint32_t predicate_channels(const isa::Gen& gen, const eu::PreparedOp& op, const eu::Thread& thread);
// Returns the channels of `running` that `op` works on; bit 0 of the result is the first channel of `op`.
std::uint32_t enabled_channels(const isa::Gen& gen, const eu::PreparedOp& op, const eu::Thread& thread,
                               std::uint32_t running);

}  // namespace eugene::check
