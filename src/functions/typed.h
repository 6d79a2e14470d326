// Typed surface messages: pixels by coordinate, with format conversion (SKL PRM vol7, typed surface read and write,
// typed atomics). Media block messages: rectangles of bytes of a 2D surface.
#pragma once

#include "functions/atomic.h"
#include "functions/surfaces.h"

namespace eugene::functions {

// Which 8 of 16 slots the message is for: it says which half of the header's sample mask counts.
enum class SlotGroup : std::uint8_t { simd4x2, low, high };

// Functions return false after a fault. `chosen` has bit c set where channel c (red, green, blue, alpha) is
// transferred. The body holds a register each of U, V, R, LOD, as many as the message's length leaves.

bool typed_read(Call& call, Surfaces& surfaces, unsigned bti, SlotGroup group, std::uint32_t chosen);
bool typed_write(Call& call, Surfaces& surfaces, unsigned bti, SlotGroup group, std::uint32_t chosen);
bool typed_atomic(Call& call, Surfaces& surfaces, unsigned bti, SlotGroup group, AtomicOp op, bool returns);

// What the descriptor says in place of the surface's vertical line stride.
struct LineStride {
  bool overrides = false;
  bool skips = false;   // every other row
  bool offset = false;  // ... from the second
};

// The header says where and how much: M0.0 X in bytes, M0.1 Y in rows (both signed), M0.2 width - 1 in 5:0 and
// height - 1 in 21:16. In registers rows are a power of two of bytes apart, at least 4.
bool media_block(Call& call, Surfaces& surfaces, unsigned bti, Access access, LineStride stride);

}  // namespace eugene::functions
