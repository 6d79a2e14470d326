// The sampler: reads and filters texels of surfaces into a thread's registers (BXT PRM vol6 "3D Sampler"; SKL PRM vol7,
// SNB PRM vol4 part1 "Sampling Engine").
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"

namespace eugene::functions {

bool execute(MessageCall& call, Surfaces& surfaces, const isa::Sampler& message);

}  // namespace eugene::functions
