// Media block messages: rectangles of bytes of a 2D surface (SKL PRM vol7 "Media Block Read/Write").
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::functions {

// The header says where and how much: M0.0 X in bytes, M0.1 Y in rows (both signed), M0.2 width - 1 in 5:0 and
// height - 1 in 21:16. In registers rows are a power of two of bytes apart, at least 4. False after a fault.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::MediaBlock& message);

}  // namespace eugene::functions
