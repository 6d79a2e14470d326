// Where the fields of each message's descriptor lie, once for both directions (bit_io.h). Which message type has
// which layout is in message_rows.h. Internal to the layer: use message.h.
#pragma once

#include "isa/encoding/bit_io.h"
#include "isa/message/message.h"

namespace eugene::isa::message_layout {

inline constexpr CodeTable<std::uint8_t, 4> kSimd3{{4, 16, 8, 0xFE}};                          // MDC_SM3
inline constexpr CodeTable<std::uint8_t, 2> kSimd2{{8, 16}};                                   // MDC_SM2
inline constexpr CodeTable<std::uint8_t, 2> kSimd2Reversed{{16, 8}};                           // MDC_SM2R
inline constexpr CodeTable<std::uint8_t, 4> kLegacySimd{{0xFE, 0xFE, 8, 16}};                  // dword scattered
inline constexpr CodeTable<std::uint8_t, 4> kByteSize{{1, 2, 4, 0xFE}};                        // MDC_DS
inline constexpr CodeTable<std::uint8_t, 4> kElements{{1, 2, 4, 8}};                           // MDC_A64_DS
inline constexpr CodeTable<std::uint8_t, 8> kA64Hwords{{0xFE, 1, 2, 4, 8, 0xFE, 0xFE, 0xFE}};  // MDC_A64_DB_HW
inline constexpr CodeTable<std::uint8_t, 4> kElementBytes{{1, 4, 8, 0xFE}};                    // A64 scattered subtype
inline constexpr CodeTable<std::uint8_t, 4> kDualOwords{{1, 0xFE, 4, 0xFE}};
inline constexpr CodeTable<std::uint8_t, 2> kAtomicBytes{{4, 8}};
inline constexpr CodeTable<SlotGroup, 4> kSlotGroup{
    {SlotGroup::simd4x2, SlotGroup::low, SlotGroup::high, static_cast<SlotGroup>(0xFE)}};  // MDC_SG3
inline constexpr CodeTable<SlotGroup, 2> kSlotGroup2{{SlotGroup::low, SlotGroup::high}};   // MDC_SG2
inline constexpr CodeTable<FloatAtomicOp, 4> kFloatAtomic{
    {static_cast<FloatAtomicOp>(0xFE), FloatAtomicOp::fmax, FloatAtomicOp::fmin, FloatAtomicOp::compare_write}};
inline constexpr CodeTable<GatewayFunction, 8> kGateway{
    {GatewayFunction::open, GatewayFunction::close, GatewayFunction::forward, GatewayFunction::get_timestamp,
     GatewayFunction::barrier, GatewayFunction::update_state, GatewayFunction::mmio, GatewayFunction::reserved}};

constexpr Bits kBti{7, 0};
constexpr Bits kInvalidate{13, 13};
constexpr Bits kReturns{13, 13};

// Bit positions that differ between generations; see kMessageLayouts.
struct GenBits {
  Bits commit;  // send write commit
  Bits sampler_type, sampler_simd, sampler_simd_high, sampler_half;
  Bits target_per_sample, target_half;
  Bits urb_offset, urb_swizzle, urb_fast_composite, urb_allocate, urb_used, urb_complete, urb_ignored, urb_channel_mask,
      urb_per_slot;
  Bits invalidate;
};
inline constexpr GenBits kGen6Bits{.commit = {17, 17},
                                   .sampler_type = {15, 12},
                                   .sampler_simd = {17, 16},
                                   .urb_offset = {9, 4},
                                   .urb_swizzle = {11, 10},
                                   .urb_fast_composite = {12, 12},
                                   .urb_allocate = {13, 13},
                                   .urb_used = {14, 14},
                                   .urb_complete = {15, 15},
                                   .urb_ignored = {18, 16}};
inline constexpr GenBits kGen9Bits{.sampler_type = {16, 12},
                                   .sampler_simd = {18, 17},
                                   .sampler_simd_high = {29, 29},
                                   .sampler_half = {30, 30},
                                   .target_per_sample = {13, 13},
                                   .target_half = {30, 30},
                                   .urb_offset = {14, 4},
                                   .urb_channel_mask = {15, 15},
                                   .urb_per_slot = {17, 17},
                                   .invalidate = {13, 13}};
inline constexpr std::array<const GenBits*, kGenCount> kGenBits{&kGen6Bits, &kGen9Bits};

template <class Io>
void channel_mask(Io& io, std::uint8_t& channels) {  // MDC_CMASK: set bits switch channels off
  unsigned off = ~channels & 0xFU;
  io.number(Bits{11, 8}, off);
  channels = static_cast<std::uint8_t>(~off & 0xFU);
}

// Block sizes in owords: 1 (low half), 1 (high half), 2, 4, 8.
template <class Io>
void block_size(Io& io, OwordBlock& m) {
  constexpr CodeTable<std::uint8_t, 8> kOwords{{1, 17, 2, 4, 8, 0xFE, 0xFE, 0xFE}};  // 17: one, high half
  std::uint8_t size = m.high_half ? static_cast<std::uint8_t>(m.owords + 16) : m.owords;
  io.coded(Bits{10, 8}, kOwords, size);
  m.high_half = size == 17;
  m.owords = size == 17 ? 1 : size;
}

template <class Io>
void layout(Io& io, const GenBits&, UntypedSurface& m) {
  io.number(kBti, m.bti);
  channel_mask(io, m.channels);
  io.coded(Bits{13, 12}, kSimd3, m.simd);
}

template <class Io>
void layout(Io& io, const GenBits&, UntypedAtomic& m) {
  io.number(kBti, m.bti);
  io.number(Bits{11, 8}, m.op);
  io.flag(kReturns, m.returns);
  if (m.a64) {
    if (m.simd != 4) io.coded(Bits{12, 12}, kAtomicBytes, m.bytes);
  } else if (m.simd != 4) {
    io.coded(Bits{12, 12}, kSimd2Reversed, m.simd);
  }
}

template <class Io>
void layout(Io& io, const GenBits&, UntypedFloatAtomic& m) {
  io.number(kBti, m.bti);
  io.coded(Bits{9, 8}, kFloatAtomic, m.op);
  io.flag(kReturns, m.returns);
  if (!m.a64 && m.simd != 4) io.coded(Bits{12, 12}, kSimd2Reversed, m.simd);
}

template <class Io>
void layout(Io& io, const GenBits&, AtomicCounter& m) {
  io.number(kBti, m.bti);
  io.number(Bits{11, 8}, m.op);
  io.flag(kReturns, m.returns);
  if (m.simd != 4) io.coded(Bits{12, 12}, kSimd2Reversed, m.simd);
}

template <class Io>
void layout(Io& io, const GenBits&, TypedSurface& m) {
  io.number(kBti, m.bti);
  channel_mask(io, m.channels);
  io.coded(Bits{13, 12}, kSlotGroup, m.slots);
}

template <class Io>
void layout(Io& io, const GenBits&, TypedAtomic& m) {
  io.number(kBti, m.bti);
  io.number(Bits{11, 8}, m.op);
  io.flag(kReturns, m.returns);
  if (m.slots != SlotGroup::simd4x2) io.coded(Bits{12, 12}, kSlotGroup2, m.slots);
}

template <class Io>
void layout(Io& io, const GenBits&, ByteScattered& m) {
  io.number(kBti, m.bti);
  io.coded(Bits{8, 8}, kSimd2, m.simd);
  io.coded(Bits{11, 10}, kByteSize, m.bytes);
}

template <class Io>
void layout(Io& io, const GenBits& g, DwordScattered& m) {
  io.number(kBti, m.bti);
  io.coded(Bits{9, 8}, kLegacySimd, m.simd);
  io.flag(g.invalidate, m.invalidate);
  io.flag(g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits&, A64Scattered& m) {
  io.number(kBti, m.bti);
  io.coded(Bits{9, 8}, kElementBytes, m.element_bytes);
  io.coded(Bits{11, 10}, kElements, m.elements);
  io.coded(Bits{12, 12}, kSimd2, m.simd);
  io.flag(kInvalidate, m.invalidate);
}

template <class Io>
void layout(Io& io, const GenBits& g, OwordBlock& m) {
  io.number(kBti, m.bti);
  block_size(io, m);
  io.flag(g.invalidate, m.invalidate);
  io.flag(g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits&, A64HwordBlock& m) {
  io.number(kBti, m.bti);
  io.coded(Bits{10, 8}, kA64Hwords, m.hwords);
  io.flag(kInvalidate, m.invalidate);
}

template <class Io>
void layout(Io& io, const GenBits& g, OwordDualBlock& m) {
  io.number(kBti, m.bti);
  io.coded(Bits{9, 8}, kDualOwords, m.owords);
  io.flag(g.invalidate, m.invalidate);
  io.flag(g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits&, ScratchBlock& m) {
  io.number(Bits{11, 0}, m.offset);
  io.coded(Bits{13, 12}, kElements, m.hwords);
  io.flag(Bits{15, 15}, m.invalidate);
  io.flag(Bits{16, 16}, m.dword_channels);
}

template <class Io>
void layout(Io& io, const GenBits& g, MediaBlock& m) {
  io.number(kBti, m.bti);
  io.flag(Bits{10, 10}, m.override_stride);
  io.flag(Bits{9, 9}, m.vertical_stride);
  io.flag(Bits{8, 8}, m.vertical_offset);
  io.flag(g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits&, MemoryFence& m) {
  io.number(kBti, m.bti);
  io.flag(Bits{9, 9}, m.flush_instructions);
  io.flag(Bits{10, 10}, m.flush_textures);
  io.flag(Bits{11, 11}, m.flush_constants);
  io.flag(Bits{12, 12}, m.flush_data);
  io.flag(Bits{13, 13}, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits& g, RenderTarget& m) {
  io.number(kBti, m.bti);
  io.number(Bits{10, 8}, m.subtype);
  io.flag(Bits{11, 11}, m.high_slots);
  io.flag(Bits{12, 12}, m.last);
  io.flag(g.target_per_sample, m.per_sample);
  io.flag(g.target_half, m.half_data);
  io.flag(g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits& g, StreamedVertexBuffer& m) {
  io.number(kBti, m.bti);
  io.flag(g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits& g, Sampler& m) {
  // Codes 0 to 3 lie together; 5 and 6 of the three bits are the half-precision modes.
  unsigned low = m.simd == SamplerSimd::simd8_half    ? 1U
                 : m.simd == SamplerSimd::simd16_half ? 2U
                                                      : static_cast<unsigned>(m.simd);
  bool high = m.simd == SamplerSimd::simd8_half || m.simd == SamplerSimd::simd16_half;
  io.number(kBti, m.bti);
  io.number(Bits{11, 8}, m.sampler);
  io.number(g.sampler_type, m.type);
  io.number(g.sampler_simd, low);
  io.flag(g.sampler_simd_high, high);
  io.flag(g.sampler_half, m.half_return);
  io.require(!high || low == 1 || low == 2, limit("encoding.reserved_field"), g.sampler_simd, low);
  m.simd = !high ? static_cast<SamplerSimd>(low) : low == 1 ? SamplerSimd::simd8_half : SamplerSimd::simd16_half;
}

template <class Io>
void layout(Io& io, const GenBits&, Gateway& m) {
  io.coded(Bits{2, 0}, kGateway, m.function);
  io.flag(Bits{14, 14}, m.acknowledge);
  io.number(Bits{16, 15}, m.notify);
  io.number(Bits{18, 17}, m.ignored);
}

template <class Io>
void layout(Io& io, const GenBits&, ThreadSpawner& m) {
  io.flag(Bits{0, 0}, m.spawn);
  io.flag(Bits{1, 1}, m.child);
  io.flag(Bits{4, 4}, m.no_dereference);
}

template <class Io>
void layout(Io& io, const GenBits& g, Urb& m) {
  io.number(Bits{3, 0}, m.opcode);
  io.number(g.urb_offset, m.offset);
  io.number(g.urb_swizzle, m.swizzle);
  io.flag(g.urb_fast_composite, m.fast_composite);
  io.flag(g.urb_allocate, m.allocate);
  io.flag(g.urb_used, m.used);
  io.flag(g.urb_complete, m.complete);
  io.number(g.urb_ignored, m.ignored);
  io.flag(g.urb_channel_mask, m.channel_mask);
  io.flag(g.urb_per_slot, m.per_slot_offset);
}

template <class Io>
void layout(Io& io, const GenBits&, PixelInterpolator& m) {
  io.number(Bits{7, 0}, m.data);
  io.flag(Bits{11, 11}, m.high_slots);
  io.number(Bits{13, 12}, m.type);
  io.flag(Bits{14, 14}, m.linear);
  io.flag(Bits{16, 16}, m.simd16);
}

// Fields are where hardware has them, except that hardware has fewer bits for caching, and has lengths.
template <class Io>
void layout(Io& io, const GenBits&, Lsc& m) {
  constexpr CodeTable<std::uint8_t, 4> kAddressBytes{{0xFE, 2, 4, 8}};
  constexpr CodeTable<std::uint8_t, 8> kVector{{1, 2, 3, 4, 8, 16, 32, 64}};
  constexpr CodeTable<std::uint8_t, 2> kRegisterBytes{{32, 64}};
  io.number(Bits{5, 0}, m.op);
  io.coded(Bits{8, 7}, kAddressBytes, m.address_bytes);
  io.number(Bits{11, 9}, m.size);
  if (is_quad(m.op)) {
    io.number(Bits{15, 12}, m.channels);
  } else {
    io.coded(Bits{14, 12}, kVector, m.elements);
    io.flag(Bits{15, 15}, m.transposed);
  }
  io.number(Bits{18, 16}, m.cache1);
  io.number(Bits{21, 19}, m.cache3);
  io.flag(Bits{22, 22}, m.vnni);
  io.coded(Bits{23, 23}, kRegisterBytes, m.register_bytes);
  io.number(Bits{30, 29}, m.model);
}

}  // namespace eugene::isa::message_layout
