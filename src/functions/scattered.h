// Messages with one address for each channel: untyped surface, byte, dword and A64 scattered, and untyped atomics (SKL
// PRM vol7, data port messages).
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Each function executes its message and returns false after a fault.

bool execute(MessageCall& call, Surfaces& surfaces, const isa::UntypedSurface& message);
bool execute(MessageCall& call, Surfaces& surfaces, const isa::UntypedAtomic& message);
bool execute(MessageCall& call, Surfaces& surfaces, const isa::UntypedFloatAtomic& message);
bool execute(MessageCall& call, Surfaces& surfaces, const isa::ByteScattered& message);
bool execute(MessageCall& call, Surfaces& surfaces, const isa::DwordScattered& message);
bool execute(MessageCall& call, Surfaces& surfaces, const isa::A64Scattered& message);

}  // namespace eugene::functions
