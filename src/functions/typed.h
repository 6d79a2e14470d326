// Typed surface messages: pixels by coordinate, with format conversion (SKL PRM vol7, typed surface read and write,
// typed atomics).
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"
#include "memory/format.h"

namespace eugene::functions {

// Each executes its message and returns false after a fault. The body holds one register each of U, V, R and LOD, up to
// the length that the data leave.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::TypedSurface& message);
bool execute(MessageCall& call, Surfaces& surfaces, const isa::TypedAtomic& message);

}  // namespace eugene::functions
