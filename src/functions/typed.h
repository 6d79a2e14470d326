// Typed surface messages: pixels addressed by coordinates, with format conversion (SKL PRM vol7, typed surface read and
// write, typed atomics).
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"
#include "memory/format.h"

namespace eugene::functions {

// Each function executes its message and returns false after a fault. The body has up to four registers with U, V, R
// and LOD before the data; how many follows from its length.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::TypedSurface& message);
bool execute(MessageCall& call, Surfaces& surfaces, const isa::TypedAtomic& message);

}  // namespace eugene::functions
