// Messages of the render cache that write what a fixed function consumes: render targets and streamed vertex buffers
// (SNB PRM vol4 part1 "Data Port").
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Each executes its message and returns false after a fault.

// Colours of the pixels that the header M1 places: of two by two pixels each, the upper left ones in M1.2 to M1.5 (Y in
// the high word), the pixels' enables in M1.7 bits 15:0. A plain write to the first level of a 2D surface: there is no
// blending, depth or multisampling.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::RenderTarget& message);
// M0.0 to M0.3, as many as the buffer's format has channels, to the element of number M0.5.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::StreamedVertexBuffer& message);

}  // namespace eugene::functions
