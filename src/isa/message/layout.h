// The fields of each message's descriptor: their names in text, and their bits. They are described once for encoding
// and decoding (coded_fields.h) and for printing and reading text (text_fields.h). rows.h says which message has which
// layout.
// Internal to the layer: use message.h.
#pragma once

#include "isa/encoding/codes.h"
#include "isa/message/message.h"
#include "isa/message/names.h"

namespace eugene::isa::message_layout {

namespace names = message_names;

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

inline constexpr CodeTable<SamplerSimd, 8> kSamplerSimd{{SamplerSimd::simd4x2, SamplerSimd::simd8, SamplerSimd::simd16,
                                                         SamplerSimd::simd32_64, static_cast<SamplerSimd>(0xFE),
                                                         SamplerSimd::simd8_half, SamplerSimd::simd16_half,
                                                         static_cast<SamplerSimd>(0xFE)}};

constexpr Bits kBti{7, 0};
constexpr Bits kInvalidate{13, 13};
constexpr Bits kReturns{13, 13};

// The differences between generations: bit positions, and the names of message types.
struct GenBits {
  Bits commit;  // send write commit
  Bits fence_l1;
  Bits sampler_type, sampler_simd, sampler_simd_high, sampler_half;
  Bits target_per_sample, target_half;
  Bits urb_offset, urb_swizzle, urb_fast_composite, urb_allocate, urb_used, urb_complete, urb_ignored, urb_channel_mask,
      urb_per_slot;
  Bits invalidate;
  names::Names sampler_names, wide_sampler_names, urb_names;
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
                                   .urb_ignored = {18, 16},
                                   .sampler_names = names::kGen6Sampler,
                                   .wide_sampler_names = names::kGen6WideSampler,
                                   .urb_names = names::kGen6Urb};
inline constexpr GenBits kGen9Bits{.sampler_type = {16, 12},
                                   .sampler_simd = {18, 17},
                                   .sampler_simd_high = {29, 29},
                                   .sampler_half = {30, 30},
                                   .target_per_sample = {13, 13},
                                   .target_half = {30, 30},
                                   .urb_offset = {14, 4},
                                   .urb_channel_mask = {15, 15},
                                   .urb_per_slot = {17, 17},
                                   .invalidate = {13, 13},
                                   .sampler_names = names::kGen9Sampler,
                                   .wide_sampler_names = names::kGen9WideSampler,
                                   .urb_names = names::kGen9Urb};
inline constexpr GenBits kGen12Bits = [] {
  GenBits bits = kGen9Bits;
  bits.fence_l1 = {8, 8};  // IGA's MessageDecoderHDC.cpp
  return bits;
}();
inline constexpr PerGen<const GenBits*> kGenBits{&kGen6Bits, &kGen9Bits, &kGen12Bits};

// Block sizes in owords: 1 (low half), 1 (high half), 2, 4, 8.
template <class Io>
void block_size(Io& io, OwordBlock& m) {
  constexpr CodeTable<std::uint8_t, 8> kOwords{{1, 17, 2, 4, 8, 0xFE, 0xFE, 0xFE}};  // 17: one, high half
  std::uint8_t size = m.high_half ? static_cast<std::uint8_t>(m.owords + 16) : m.owords;
  io.named("owords", Bits{10, 8}, kOwords, names::kOwords, size);
  m.high_half = size == 17;
  m.owords = size == 17 ? 1 : size;
}

template <class Io>
void layout(Io& io, const GenBits&, UntypedSurface& m) {
  io.bti(kBti, m.bti);
  io.channels(Bits{11, 8}, true, m.channels);
  io.named("simd", Bits{13, 12}, kSimd3, names::kSimd3, m.simd);
}

template <class Io>
void layout(Io& io, const GenBits&, UntypedAtomic& m) {
  io.bti(kBti, m.bti);
  io.named("op", Bits{11, 8}, names::kAtomic, m.op);
  io.flag("returns", kReturns, m.returns);
  if (m.a64) {
    if (m.simd != 4 && m.bytes != 2) io.choice("bytes", Bits{12, 12}, kAtomicBytes, m.bytes);
  } else if (m.simd != 4) {
    io.choice("simd", Bits{12, 12}, kSimd2Reversed, m.simd);
  }
}

template <class Io>
void layout(Io& io, const GenBits&, UntypedFloatAtomic& m) {
  io.bti(kBti, m.bti);
  io.named("op", Bits{9, 8}, kFloatAtomic, names::kFloatAtomic, m.op);
  io.flag("returns", kReturns, m.returns);
  if (!m.a64 && m.simd != 4) io.choice("simd", Bits{12, 12}, kSimd2Reversed, m.simd);
}

template <class Io>
void layout(Io& io, const GenBits&, AtomicCounter& m) {
  io.bti(kBti, m.bti);
  io.named("op", Bits{11, 8}, names::kAtomic, m.op);
  io.flag("returns", kReturns, m.returns);
  if (m.simd != 4) io.choice("simd", Bits{12, 12}, kSimd2Reversed, m.simd);
}

template <class Io>
void layout(Io& io, const GenBits&, TypedSurface& m) {
  io.bti(kBti, m.bti);
  io.channels(Bits{11, 8}, true, m.channels);
  io.named("slots", Bits{13, 12}, kSlotGroup, names::kSlots, m.slots);
}

template <class Io>
void layout(Io& io, const GenBits&, TypedAtomic& m) {
  io.bti(kBti, m.bti);
  io.named("op", Bits{11, 8}, names::kAtomic, m.op);
  io.flag("returns", kReturns, m.returns);
  if (m.slots != SlotGroup::simd4x2) io.named("slots", Bits{12, 12}, kSlotGroup2, names::kSlots2, m.slots);
}

template <class Io>
void layout(Io& io, const GenBits&, ByteScattered& m) {
  io.bti(kBti, m.bti);
  io.choice("simd", Bits{8, 8}, kSimd2, m.simd);
  io.choice("bytes", Bits{11, 10}, kByteSize, m.bytes);
}

template <class Io>
void layout(Io& io, const GenBits& g, DwordScattered& m) {
  io.bti(kBti, m.bti);
  io.choice("simd", Bits{9, 8}, kLegacySimd, m.simd);
  io.flag("invalidate", g.invalidate, m.invalidate);
  io.flag("commit", g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits&, A64Scattered& m) {
  io.bti(kBti, m.bti);
  io.choice("element_bytes", Bits{9, 8}, kElementBytes, m.element_bytes);
  io.choice("elements", Bits{11, 10}, kElements, m.elements);
  io.choice("simd", Bits{12, 12}, kSimd2, m.simd);
  io.flag("invalidate", kInvalidate, m.invalidate);
}

template <class Io>
void layout(Io& io, const GenBits& g, OwordBlock& m) {
  io.bti(kBti, m.bti);
  block_size(io, m);
  io.flag("invalidate", g.invalidate, m.invalidate);
  io.flag("commit", g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits&, A64HwordBlock& m) {
  io.bti(kBti, m.bti);
  io.choice("hwords", Bits{10, 8}, kA64Hwords, m.hwords);
  io.flag("invalidate", kInvalidate, m.invalidate);
}

template <class Io>
void layout(Io& io, const GenBits& g, OwordDualBlock& m) {
  io.bti(kBti, m.bti);
  io.choice("owords", Bits{9, 8}, kDualOwords, m.owords);
  io.flag("invalidate", g.invalidate, m.invalidate);
  io.flag("commit", g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits&, ScratchBlock& m) {
  io.number("offset", Bits{11, 0}, m.offset);
  io.choice("hwords", Bits{13, 12}, kElements, m.hwords);
  io.flag("invalidate", Bits{15, 15}, m.invalidate);
  io.flag("dword_channels", Bits{16, 16}, m.dword_channels);
}

template <class Io>
void layout(Io& io, const GenBits& g, MediaBlock& m) {
  io.bti(kBti, m.bti);
  io.flag("override_stride", Bits{10, 10}, m.override_stride);
  io.flag("vertical_stride", Bits{9, 9}, m.vertical_stride);
  io.flag("vertical_offset", Bits{8, 8}, m.vertical_offset);
  io.flag("commit", g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits& g, MemoryFence& m) {
  io.bti(kBti, m.bti);
  io.flag("flush_l1", g.fence_l1, m.flush_l1);
  io.flag("flush_instructions", Bits{9, 9}, m.flush_instructions);
  io.flag("flush_textures", Bits{10, 10}, m.flush_textures);
  io.flag("flush_constants", Bits{11, 11}, m.flush_constants);
  io.flag("flush_data", Bits{12, 12}, m.flush_data);
  io.flag("commit", Bits{13, 13}, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits& g, RenderTarget& m) {
  io.bti(kBti, m.bti);
  io.named("subtype", Bits{10, 8}, m.access == Access::write ? names::kTargetWrite : names::kTargetRead, m.subtype);
  io.flag("high_slots", Bits{11, 11}, m.high_slots);
  io.flag("last", Bits{12, 12}, m.last);
  io.flag("per_sample", g.target_per_sample, m.per_sample);
  io.flag("half_data", g.target_half, m.half_data);
  io.flag("commit", g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits& g, StreamedVertexBuffer& m) {
  io.bti(kBti, m.bti);
  io.flag("commit", g.commit, m.commit);
}

template <class Io>
void layout(Io& io, const GenBits& g, Sampler& m) {
  // Codes 5 and 6 of the simd field, which has three bits, are the half-precision modes; 4 and 7 are reserved.
  io.bti(kBti, m.bti);
  io.number("sampler", Bits{11, 8}, m.sampler);
  io.named("simd", g.sampler_simd, g.sampler_simd_high, kSamplerSimd, names::kSamplerSimd, m.simd);
  io.type(g.sampler_type, m.simd == SamplerSimd::simd32_64 ? g.wide_sampler_names : g.sampler_names, m.type);
  io.flag("half_return", g.sampler_half, m.half_return);
}

template <class Io>
void layout(Io& io, const GenBits&, Gateway& m) {
  io.type(Bits{2, 0}, names::kGateway, m.function);
  io.flag("acknowledge", Bits{14, 14}, m.acknowledge);
  io.optional("notify", Bits{16, 15}, names::kNotify, m.notify);
  io.optional("ignored", Bits{18, 17}, m.ignored);
}

template <class Io>
void layout(Io& io, const GenBits&, ThreadSpawner& m) {
  io.type(Bits{0, 0}, names::kSpawner, m.spawn);
  io.flag("child", Bits{1, 1}, m.child);
  io.flag("keep", Bits{4, 4}, m.no_dereference);
}

template <class Io>
void layout(Io& io, const GenBits& g, Urb& m) {
  io.type(Bits{3, 0}, g.urb_names, m.opcode);
  io.optional("offset", g.urb_offset, m.offset);
  io.optional("swizzle", g.urb_swizzle, names::kUrbSwizzle, m.swizzle);
  io.flag("fast_composite", g.urb_fast_composite, m.fast_composite);
  io.flag("allocate", g.urb_allocate, m.allocate);
  io.flag("used", g.urb_used, m.used);
  io.flag("complete", g.urb_complete, m.complete);
  io.optional("ignored", g.urb_ignored, m.ignored);
  io.flag("channel_mask", g.urb_channel_mask, m.channel_mask);
  io.flag("per_slot_offset", g.urb_per_slot, m.per_slot_offset);
}

template <class Io>
void layout(Io& io, const GenBits&, PixelInterpolator& m) {
  io.optional("data", Bits{7, 0}, m.data);
  io.flag("high_slots", Bits{11, 11}, m.high_slots);
  io.type(Bits{13, 12}, names::kPixelInterpolator, m.type);
  io.flag("linear", Bits{14, 14}, m.linear);
  io.flag("simd16", Bits{16, 16}, m.simd16);
}

// Fields have hardware's bits, with two differences: hardware has fewer bits for cache options, and it has lengths.
template <class Io>
void layout(Io& io, const GenBits&, Lsc& m) {
  constexpr CodeTable<std::uint8_t, 4> kAddressBytes{{0xFE, 2, 4, 8}};
  constexpr CodeTable<std::uint8_t, 8> kVector{{1, 2, 3, 4, 8, 16, 32, 64}};
  constexpr CodeTable<std::uint8_t, 2> kRegisterBytes{{32, 64}};
  io.type(Bits{5, 0}, names::kLsc, m.op);
  io.choice("address_bytes", Bits{8, 7}, kAddressBytes, m.address_bytes);
  io.named("size", Bits{11, 9}, names::kLscSize, m.size);
  if (is_quad(m.op)) {
    io.channels(Bits{15, 12}, false, m.channels);
  } else {
    io.choice("elements", Bits{14, 12}, kVector, m.elements);
    io.flag("transposed", Bits{15, 15}, m.transposed);
  }
  io.optional("cache1", Bits{18, 16}, m.cache1);
  io.optional("cache3", Bits{21, 19}, m.cache3);
  io.flag("vnni", Bits{22, 22}, m.vnni);
  io.choice("register_bytes", Bits{23, 23}, kRegisterBytes, m.register_bytes);
  io.named("model", Bits{30, 29}, names::kLscModel, m.model);
}

}  // namespace eugene::isa::message_layout
