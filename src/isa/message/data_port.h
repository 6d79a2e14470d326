// The messages of the data ports, as members of MessageBody (message.h): SKL PRM vol2d (message descriptors) and vol7
// (data ports); SNB PRM vol4 part1 for Gen6.
#pragma once

#include <cstdint>

#include "isa/message/binding.h"

namespace eugene::isa {

enum class Access : std::uint8_t { read, write };

// Integer atomics, by their encoding. `decrement_predicate` returns the value after the decrement.
enum class AtomicOp : std::uint8_t {
  compare_write_64 = 0,  // two doublewords per address
  and_ = 1,
  or_ = 2,
  xor_ = 3,
  mov = 4,
  inc = 5,
  dec = 6,
  add = 7,
  sub = 8,
  reverse_sub = 9,
  imax = 10,
  imin = 11,
  umax = 12,
  umin = 13,
  compare_write = 14,
  predec = 15,
};

enum class FloatAtomicOp : std::uint8_t { fmax = 1, fmin = 2, compare_write = 3 };

// Returns the number of operands that a message carries for the operation.
constexpr unsigned operands(AtomicOp op) {
  switch (op) {
    case AtomicOp::inc:
    case AtomicOp::dec:
    case AtomicOp::predec: return 0;
    case AtomicOp::compare_write:
    case AtomicOp::compare_write_64: return 2;
    default: return 1;
  }
}
constexpr unsigned operands(FloatAtomicOp op) { return op == FloatAtomicOp::compare_write ? 2 : 1; }

// Which half of a SIMD16 thread's slots a typed message serves.
enum class SlotGroup : std::uint8_t { simd4x2, low, high };

// Members that several messages have: `channels`: bit 0 is x (red) and so on, set if the channel is transferred.
// `simd`: 8, 16, or 4 for SIMD4x2.
// `a64`: addresses are 64-bit; else 32-bit offsets into the surface `bti`.
// `invalidate`: the line is dropped after the read.
// `commit`: Gen6: a write sends an empty response when it is globally observable.

struct UntypedSurface {
  Access access = Access::read;
  bool a64 = false;
  bool scaled = false;  // data cache port 2: offsets are scaled
  std::uint8_t bti = 0;
  std::uint8_t simd = 8;
  std::uint8_t channels = 0xF;
  bool operator==(const UntypedSurface&) const = default;
};

struct UntypedAtomic {
  bool a64 = false;
  std::uint8_t bti = 0;
  std::uint8_t simd = 8;
  std::uint8_t bytes = 4;  // size of the data: 4, or 8 with a64; from Gen12 on also 2, in the low word of a dword
  AtomicOp op = AtomicOp::add;
  bool returns = false;
  bool operator==(const UntypedAtomic&) const = default;
};

struct UntypedFloatAtomic {
  bool a64 = false;
  std::uint8_t bti = 0;
  std::uint8_t simd = 8;
  std::uint8_t bytes = 4;  // size of the data: 4, from Gen12 on also 2, in the low word of a dword
  FloatAtomicOp op = FloatAtomicOp::fmax;
  bool returns = false;
  bool operator==(const UntypedFloatAtomic&) const = default;
};

// An atomic operation on the append counter of a surface.
struct AtomicCounter {
  std::uint8_t bti = 0;
  std::uint8_t simd = 8;
  AtomicOp op = AtomicOp::inc;
  bool returns = false;
  bool operator==(const AtomicCounter&) const = default;
};

struct TypedSurface {
  Access access = Access::read;
  std::uint8_t bti = 0;
  SlotGroup slots = SlotGroup::low;
  std::uint8_t channels = 0xF;
  bool operator==(const TypedSurface&) const = default;
};

struct TypedAtomic {
  std::uint8_t bti = 0;
  SlotGroup slots = SlotGroup::low;
  AtomicOp op = AtomicOp::add;
  bool returns = false;
  bool operator==(const TypedAtomic&) const = default;
};

// One value of 1, 2 or 4 bytes per channel, in the low bytes of a doubleword.
struct ByteScattered {
  Access access = Access::read;
  bool scaled = false;
  std::uint8_t bti = 0;
  std::uint8_t simd = 8;
  std::uint8_t bytes = 4;
  bool operator==(const ByteScattered&) const = default;
};

struct DwordScattered {
  Access access = Access::read;
  std::uint8_t bti = 0;
  std::uint8_t simd = 8;
  bool invalidate = false;
  bool commit = false;
  bool operator==(const DwordScattered&) const = default;
};

// `elements` values of `element_bytes` at each channel's 64-bit address. The 1-byte elements of a channel share a
// doubleword of the payload. Larger elements take whole registers: first all channels' first elements, then the second
// ones.
struct A64Scattered {
  Access access = Access::read;
  bool scaled = false;
  std::uint8_t bti = kBtiStateless;
  std::uint8_t simd = 8;
  std::uint8_t element_bytes = 4;  // 1, 4, 8
  std::uint8_t elements = 1;       // 1, 2, 4, 8
  bool invalidate = false;
  bool operator==(const A64Scattered&) const = default;
};

// Consecutive 16-byte words at one address, from the header.
struct OwordBlock {
  Access access = Access::read;
  bool a64 = false;
  bool unaligned = false;  // the address is doubleword aligned only
  std::uint8_t bti = 0;
  std::uint8_t owords = 1;  // 1, 2, 4, 8
  bool high_half = false;   // the one oword is the upper half of the register
  bool invalidate = false;
  bool commit = false;
  bool operator==(const OwordBlock&) const = default;
};

// Consecutive 32-byte words at one 64-bit address.
struct A64HwordBlock {
  Access access = Access::read;
  std::uint8_t bti = kBtiStateless;
  std::uint8_t hwords = 1;  // 1, 2, 4, 8
  bool invalidate = false;
  bool operator==(const A64HwordBlock&) const = default;
};

// Blocks at two addresses, one for each half of the registers.
struct OwordDualBlock {
  Access access = Access::read;
  bool a64 = false;
  std::uint8_t bti = 0;
  std::uint8_t owords = 1;  // 1, 4
  bool invalidate = false;
  bool commit = false;
  bool operator==(const OwordDualBlock&) const = default;
};

// The thread's scratch space, relative to the base in r0.5 of the header.
struct ScratchBlock {
  Access access = Access::read;
  bool dword_channels = false;  // a channel enable guards a doubleword, else an oword
  bool invalidate = false;
  std::uint8_t hwords = 1;   // registers: 1, 2, 4, 8
  std::uint16_t offset = 0;  // in registers (32 bytes)
  bool operator==(const ScratchBlock&) const = default;
};

// A rectangle of a surface; its size is in the header.
struct MediaBlock {
  Access access = Access::read;
  std::uint8_t bti = 0;
  bool override_stride = false;  // vertical_stride and vertical_offset replace the surface's
  bool vertical_stride = false;
  bool vertical_offset = false;
  bool commit = false;
  bool high_type = false;  // Gen6's sampler cache also reads by type 1100b (docs/record/errata.md)
  bool operator==(const MediaBlock&) const = default;
};

struct MemoryFence {
  std::uint8_t bti = 0;
  bool commit = false;  // send a response when done
  bool flush_data = false;
  bool flush_l1 = false;
  bool flush_constants = false;
  bool flush_textures = false;
  bool flush_instructions = false;
  bool operator==(const MemoryFence&) const = default;
};

struct RenderTarget {
  Access access = Access::write;
  std::uint8_t bti = 0;
  std::uint8_t subtype = 0;  // write: 0 SIMD16, 1 replicated, 2 and 3 dual source, 4 SIMD8; read: 0 SIMD16, 1 SIMD8
  bool high_slots = false;
  bool last = false;
  bool per_sample = false;
  bool half_data = false;
  bool commit = false;
  bool operator==(const RenderTarget&) const = default;
};

struct StreamedVertexBuffer {
  std::uint8_t bti = 0;
  bool commit = false;
  bool operator==(const StreamedVertexBuffer&) const = default;
};

}  // namespace eugene::isa
