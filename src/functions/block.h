// Messages that move whole registers: OWord and HWord blocks, dual blocks, scratch (SKL PRM vol7, data port
// messages; SNB PRM vol4 part1 "OWord Block Read/Write" for the channel enables).
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Each function executes its message and returns false after a fault. All take their address from the header.

// The address is the global offset M0.2, in OWords (in bytes if unaligned). A64: the qword M0.1:M0.0.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::OwordBlock& message);
bool execute(MessageCall& call, Surfaces& surfaces, const isa::A64HwordBlock& message);
// The addresses are the global offset plus dwords 0 and 4 of the register after the header, in OWords. A64: its qwords
// 0 and 2.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::OwordDualBlock& message);
// The address is General State Base + M0.5[31:10] + the descriptor's offset.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::ScratchBlock& message);

}  // namespace eugene::functions
