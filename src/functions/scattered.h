// Messages in which every channel has an address: untyped surface, byte, dword and qword scattered, their A64
// forms, and untyped atomics (SKL PRM vol7, data port messages).
#pragma once

#include "functions/atomic.h"
#include "functions/lanes.h"
#include "functions/surfaces.h"

namespace eugene::functions {

// How many slots the payload has. SIMD4x2: two slots, in dwords 0 and 4 of one register each.
enum class SimdMode : std::uint8_t { simd4x2, simd8, simd16 };

constexpr unsigned lanes_of(SimdMode mode) { return mode == SimdMode::simd16 ? 16 : 8; }

// Functions return false after a fault. `chosen` has bit c set where component c (x, y, z, w) is transferred.

bool untyped(Call& call, Surfaces& surfaces, unsigned bti, Access access, SimdMode simd, std::uint32_t chosen);
bool a64_untyped(Call& call, Access access, SimdMode simd, std::uint32_t chosen);

// `bytes` 1, 2 or 4 consecutive bytes a channel, at any alignment.
bool byte_scattered(Call& call, Surfaces& surfaces, unsigned bti, Access access, SimdMode simd, unsigned bytes);
// Offsets count elements of `bytes` 4 or 8; `count` consecutive elements a channel.
bool element_scattered(Call& call, Surfaces& surfaces, unsigned bti, Access access, SimdMode simd, unsigned bytes,
                       unsigned count);
// `bytes` 1: `count` (1, 2, 4, 8) consecutive bytes a channel in a slot of its own; 4 or 8: `count` elements.
bool a64_scattered(Call& call, Access access, SimdMode simd, unsigned bytes, unsigned count);

// 32-bit atomics, 64-bit for cmpwr_2w.
bool untyped_atomic(Call& call, Surfaces& surfaces, unsigned bti, AtomicOp op, SimdMode simd, bool returns);
bool untyped_float_atomic(Call& call, Surfaces& surfaces, unsigned bti, FloatAtomicOp op, SimdMode simd, bool returns);
// SIMD8; `bytes` 4 or 8.
bool a64_atomic(Call& call, AtomicOp op, unsigned bytes, bool returns);
bool a64_float_atomic(Call& call, FloatAtomicOp op, bool returns);

}  // namespace eugene::functions
