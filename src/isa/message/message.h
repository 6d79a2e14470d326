// Messages to shared functions as typed values: what the message descriptor of a send asks for.
// SNB PRM vol4 part2 chapters 1 and 2 (gateway, URB), SNB PRM vol4 part1 (data port, sampler, thread spawner),
// SKL PRM vol2d (message descriptors) and vol7 (data ports, sampler).
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "base/diagnostic.h"
#include "isa/gen.h"
#include "isa/instruction.h"
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

// How many operands a message brings for the operation.
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

// `channels`: bit 0 is x (red) and so on, set where the channel is transferred.
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
  std::uint8_t bytes = 4;  // of the data: 4, or 8 with a64
  AtomicOp op = AtomicOp::add;
  bool returns = false;
  bool operator==(const UntypedAtomic&) const = default;
};

struct UntypedFloatAtomic {
  bool a64 = false;
  std::uint8_t bti = 0;
  std::uint8_t simd = 8;
  FloatAtomicOp op = FloatAtomicOp::fmax;
  bool returns = false;
  bool operator==(const UntypedFloatAtomic&) const = default;
};

// On the append counter of a surface.
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

// `elements` values of `element_bytes` at each channel's 64-bit address. With 1-byte elements the 1, 2 or 4 of
// them share a doubleword of the payload; others take whole registers, element by element.
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
  bool override_stride = false;  // the two below replace the surface's
  bool vertical_stride = false;
  bool vertical_offset = false;
  bool commit = false;
  bool high_type = false;  // Gen6's sampler cache reads by type 1100b too (docs/errata.md)
  bool operator==(const MediaBlock&) const = default;
};

struct MemoryFence {
  std::uint8_t bti = 0;
  bool commit = false;  // answer when done
  bool flush_data = false;
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

enum class SamplerSimd : std::uint8_t { simd4x2, simd8, simd16, simd32_64, simd8_half, simd16_half };

struct Sampler {
  std::uint8_t bti = 0;
  std::uint8_t sampler = 0;
  std::uint8_t type = 0;  // see sampler_message_name
  SamplerSimd simd = SamplerSimd::simd8;
  bool half_return = false;
  bool operator==(const Sampler&) const = default;

  // The message type 31 of SIMD32/64 empties the sampler's caches.
  constexpr bool is_cache_flush() const { return simd == SamplerSimd::simd32_64 && type == 31; }
};

enum class GatewayFunction : std::uint8_t {
  open = 0,
  close = 1,
  forward = 2,
  get_timestamp = 3,
  barrier = 4,
  update_state = 5,
  mmio = 6,
  reserved = 7,  // which the gateway itself answers, with an error code (1.1.4.2)
};

struct Gateway {
  GatewayFunction function = GatewayFunction::barrier;
  bool acknowledge = false;
  std::uint8_t notify = 0;   // forward: 0 none, 1 n0, 2 n2
  std::uint8_t ignored = 0;  // bits 18:17
  bool operator==(const Gateway&) const = default;
};

struct ThreadSpawner {
  bool spawn = false;           // else: dereference the resource (end of thread)
  bool child = false;           // the requester is a child thread
  bool no_dereference = false;  // the handle is kept
  bool operator==(const ThreadSpawner&) const = default;
};

// Opcodes: Gen6 0 URB_WRITE, 1 FF_SYNC; Gen9 0/1 write hword/oword, 2/3 read, 4 to 6 atomic mov, inc, add,
// 7 SIMD8 write, 8 SIMD8 read.
struct Urb {
  std::uint8_t opcode = 0;
  std::uint16_t offset = 0;     // in 256-bit units (Gen9 oword messages: 128-bit)
  std::uint8_t swizzle = 0;     // Gen6: 0 none, 1 interleaved, 2 transposed
  bool fast_composite = false;  // Gen6, as the next three
  bool allocate = false;
  bool used = false;
  bool complete = false;
  std::uint8_t ignored = 0;      // Gen6: bits 18:16
  bool channel_mask = false;     // Gen9: a mask follows the header; interleaves in hword and oword messages
  bool per_slot_offset = false;  // Gen9
  bool operator==(const Urb&) const = default;
};

struct PixelInterpolator {
  std::uint8_t type = 0;  // 0 shared offset, 1 sample, 2 centroid, 3 per-slot offset
  std::uint8_t data = 0;
  bool high_slots = false;
  bool linear = false;
  bool simd16 = false;
  bool operator==(const PixelInterpolator&) const = default;
};

using MessageBody = std::variant<UntypedSurface, UntypedAtomic, UntypedFloatAtomic, AtomicCounter, TypedSurface,
                                 TypedAtomic, ByteScattered, DwordScattered, A64Scattered, OwordBlock, A64HwordBlock,
                                 OwordDualBlock, ScratchBlock, MediaBlock, MemoryFence, RenderTarget,
                                 StreamedVertexBuffer, Sampler, Gateway, ThreadSpawner, Urb, PixelInterpolator>;

struct Message {
  Sfid sfid = Sfid::null;
  bool header = false;
  std::uint8_t length = 0;           // registers of the (first) payload, header included
  std::uint8_t response_length = 0;  // registers written back
  std::uint32_t extended_descriptor = 0;
  MessageBody body;
  bool operator==(const Message&) const = default;

  // Registers of the second payload of a split send.
  constexpr unsigned extended_length() const { return (extended_descriptor >> 6) & 0xF; }
};

// The message that `descriptor` and `extended_descriptor` (as in SendFields) ask `sfid` for. An error names the
// unknown message type or the reserved bit.
Result<Message> decode_message(const Gen& gen, Sfid sfid, std::uint32_t descriptor, std::uint32_t extended_descriptor);

// The descriptor for `message`, the inverse of decode_message.
Result<std::uint32_t> encode_message(const Gen& gen, const Message& message);

// One line for people: "untyped surface read SIMD16 bti 3 xyzw".
std::string describe(const Gen& gen, const Message& message);

// "sampler", "data port 1" and so on, as `gen` knows the function.
std::string_view sfid_name(const Gen& gen, Sfid sfid);

// Whether `gen` has a shared function of this number.
bool has_function(const Gen& gen, Sfid sfid);

// "sample", "ld", ...; empty where `gen` reserves the type.
std::string_view sampler_message_name(const Gen& gen, const Sampler& message);

}  // namespace eugene::isa
