// Messages of the other shared functions, as members of MessageBody (message.h): sampler, gateway, thread spawner, URB,
// pixel interpolator. SNB PRM vol4 part1, and part2 chapters 1 and 2; SKL PRM vol2d and vol7.
#pragma once

#include <cstdint>

namespace eugene::isa {

enum class SamplerSimd : std::uint8_t { simd4x2, simd8, simd16, simd32_64, simd8_half, simd16_half };

struct Sampler {
  std::uint8_t bti = 0;
  std::uint8_t sampler = 0;
  std::uint8_t type = 0;  // see sampler_message_name
  SamplerSimd simd = SamplerSimd::simd8;
  bool half_return = false;
  bool operator==(const Sampler&) const = default;

  // Message type 31 of SIMD32/64 flushes the sampler's caches.
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
  reserved = 7,  // the gateway answers it with an error code (1.1.4.2)
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

}  // namespace eugene::isa
