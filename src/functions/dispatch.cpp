#include "functions/dispatch.h"

#include <atomic>

#include <fmt/format.h>

#include "functions/block.h"
#include "functions/gateway.h"
#include "functions/scattered.h"
#include "functions/typed.h"

namespace eugene::functions {
namespace {

bool unknown(Call& call, isa::Sfid sfid, std::uint32_t descriptor) {
  return call.fail(fmt::format("message to shared function {} with descriptor {:#x} is not known",
                               static_cast<unsigned>(sfid), descriptor));
}

OwordCount oword_count(std::uint32_t field) {
  return {.owords = field < 2 ? 1U : 1U << (field - 1), .high_half = field == 1};
}

SimdMode simd3(std::uint32_t field) {
  return field == 0 ? SimdMode::simd4x2 : field == 1 ? SimdMode::simd16 : SimdMode::simd8;
}
SimdMode simd16_if(bool simd16) { return simd16 ? SimdMode::simd16 : SimdMode::simd8; }

bool data_port_0(Call& call, Surfaces& surfaces, std::uint32_t d) {
  const unsigned bti = bits(d, 7, 0);
  if (bit(d, 18)) {
    return scratch_block(call, surfaces, bit(d, 17) ? Access::write : Access::read, 1U << bits(d, 13, 12),
                         bits(d, 11, 0), bit(d, 16));
  }
  const Access access = bit(d, 17) ? Access::write : Access::read;
  const SimdMode simd = simd16_if(bit(d, 8));
  switch (bits(d, 18, 14)) {
    case 0x00:
    case 0x08: return oword_block(call, surfaces, bti, access, oword_count(bits(d, 10, 8)), false);
    case 0x01: return oword_block(call, surfaces, bti, access, oword_count(bits(d, 10, 8)), true);
    case 0x02:
    case 0x0A: return oword_dual_block(call, surfaces, bti, access, bits(d, 9, 8) == 2 ? 4 : 1);
    case 0x03:
    case 0x0B: return element_scattered(call, surfaces, bti, access, simd, 4, 1U << bits(d, 11, 10));
    case 0x05:
    case 0x0D: return element_scattered(call, surfaces, bti, access, simd, 8, 1U << bits(d, 11, 10));
    case 0x04:
    case 0x0C: return byte_scattered(call, surfaces, bti, access, simd, 1U << bits(d, 11, 10));
    case 0x07: std::atomic_thread_fence(std::memory_order_seq_cst); return true;
    default: return unknown(call, isa::Sfid::dp_data0, d);
  }
}

bool data_port_1(Call& call, Surfaces& surfaces, std::uint32_t d) {
  const unsigned bti = bits(d, 7, 0);
  const std::uint32_t chosen = ~d >> 8 & 0xF;
  const auto op = static_cast<AtomicOp>(bits(d, 11, 8));
  const auto float_op = static_cast<FloatAtomicOp>(bits(d, 10, 8));
  const auto group = static_cast<SlotGroup>(bits(d, 13, 12));
  const SimdMode simd2 = simd16_if(!bit(d, 12));
  const bool returns = bit(d, 13);
  switch (bits(d, 18, 14)) {
    case 0x01: return untyped(call, surfaces, bti, Access::read, simd3(bits(d, 13, 12)), chosen);
    case 0x09: return untyped(call, surfaces, bti, Access::write, simd3(bits(d, 13, 12)), chosen);
    case 0x02: return untyped_atomic(call, surfaces, bti, op, simd2, returns);
    case 0x04: return media_block(call, surfaces, bti, Access::read, {bit(d, 10), bit(d, 9), bit(d, 8)});
    case 0x0A: return media_block(call, surfaces, bti, Access::write, {bit(d, 10), bit(d, 9), bit(d, 8)});
    case 0x05: return typed_read(call, surfaces, bti, group, chosen);
    case 0x0D: return typed_write(call, surfaces, bti, group, chosen);
    case 0x06: return typed_atomic(call, surfaces, bti, bit(d, 12) ? SlotGroup::high : SlotGroup::low, op, returns);
    case 0x10:
    case 0x1A: {
      const unsigned subtype = bits(d, 9, 8);
      const unsigned bytes = subtype == 0 ? 1 : subtype == 1 ? 4 : 8;
      if (subtype == 3) break;
      return a64_scattered(call, bits(d, 18, 14) == 0x10 ? Access::read : Access::write, simd16_if(bit(d, 12)), bytes,
                           1U << bits(d, 11, 10));
    }
    case 0x11: return a64_untyped(call, Access::read, simd3(bits(d, 13, 12)), chosen);
    case 0x19: return a64_untyped(call, Access::write, simd3(bits(d, 13, 12)), chosen);
    case 0x12: return a64_atomic(call, op, bit(d, 12) ? 8 : 4, returns);
    case 0x14:
    case 0x15: {
      const Access access = bits(d, 18, 14) == 0x14 ? Access::read : Access::write;
      switch (bits(d, 12, 11)) {
        case 2: return a64_oword_dual_block(call, access, bits(d, 9, 8) == 2 ? 4 : 1);
        case 3: return a64_hword_block(call, access, 1U << bits(d, 10, 8));
        default: return a64_oword_block(call, access, oword_count(bits(d, 10, 8)));
      }
    }
    case 0x1B: return untyped_float_atomic(call, surfaces, bti, float_op, simd2, returns);
    case 0x1D: return a64_float_atomic(call, float_op, returns);
    default: break;
  }
  return unknown(call, isa::Sfid::dp_data1, d);
}

}  // namespace

bool execute(Call& call, Surfaces& surfaces, const isa::Gen& /*gen*/, isa::Sfid sfid, std::uint32_t descriptor) {
  const std::uint32_t d = descriptor & 0x7FFFF;
  switch (sfid) {
    case isa::Sfid::dp_data0: return data_port_0(call, surfaces, d);
    case isa::Sfid::dp_data1: return data_port_1(call, surfaces, d);
    case isa::Sfid::gateway:
      if (bits(d, 2, 0) == 4) return gateway_barrier(call, surfaces);
      break;
    case isa::Sfid::spawner: return true;
    case isa::Sfid::sampler:
      if (bits(d, 16, 12) == 0x1F) return true;  // cache flush: nothing is cached
      return call.fail("sampler message, which is not yet supported");
    default: break;
  }
  return unknown(call, sfid, d);
}

}  // namespace eugene::functions
