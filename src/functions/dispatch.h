// From a message's descriptor to the function that executes it.
#pragma once

#include "functions/call.h"
#include "functions/surfaces.h"
#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::functions {

// Executes one message. False after a fault: also for messages that are unknown or not yet supported.
bool execute(Call& call, Surfaces& surfaces, const isa::Gen& gen, isa::Sfid sfid, std::uint32_t descriptor);

}  // namespace eugene::functions
