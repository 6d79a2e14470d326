// The channels that an instruction works on, for observers of single instructions.
#pragma once

#include <cstdint>

#include "eu/prepare/prepared_op.h"
#include "eu/thread.h"
#include "isa/gen.h"

namespace eugene::checks {

// What the predicate of `op` allows, from its first channel on; of an instruction without one, all.
std::uint32_t predicate_channels(const isa::Gen& gen, const eu::PreparedOp& op, const eu::Thread& thread);
// Those of the channels of `running` that `op` works on, from its first channel on.
std::uint32_t enabled_channels(const isa::Gen& gen, const eu::PreparedOp& op, const eu::Thread& thread,
                               std::uint32_t running);

}  // namespace eugene::checks
