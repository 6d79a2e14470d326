// Media block messages: rectangles of bytes of a 2D surface (SKL PRM vol7 "Media Block Read/Write").
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Executes a message; returns false after a fault. The header has the rectangle: M0.0 is X in bytes, M0.1 is Y in rows
// (both signed), M0.2 has width - 1 in bits 5:0 and height - 1 in bits 21:16. In registers, the pitch of rows is a
// power of two in bytes, at least 4.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::MediaBlock& message);

}  // namespace eugene::functions
