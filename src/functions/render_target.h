// Messages of the render cache whose output a fixed function consumes: render targets and streamed vertex buffers (SNB
// PRM vol4 part1 "Data Port").
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Each function executes its message and returns false after a fault.

// Writes or reads the colours of pixels. The header M1 has the upper left pixel of each 2 x 2 subspan in M1.2 to M1.5
// (Y in the high word), and the pixels' enables in M1.7 bits 15:0. Only the first level of a 2D surface is written,
// without blending, depth or multisampling.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::RenderTarget& message);
// Writes M0.0 to M0.3 to element M0.5 of a buffer, as many dwords as its format has channels.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::StreamedVertexBuffer& message);

}  // namespace eugene::functions
