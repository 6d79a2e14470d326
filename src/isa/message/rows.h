// Which bits of a descriptor select which message, one row per message type of each shared function.
// Internal to the layer: use message.h.
#pragma once

#include <array>
#include <string_view>

#include "isa/message/message.h"

namespace eugene::isa {

// Flags that tell apart the messages of one struct.
using MessageKind = std::uint8_t;
inline constexpr MessageKind kPlain = 0;
inline constexpr MessageKind kWrite = 1;
inline constexpr MessageKind kA64 = 2;
inline constexpr MessageKind kUnaligned = 4;
inline constexpr MessageKind kSimd4x2 = 8;
inline constexpr MessageKind kScaled = 16;
inline constexpr MessageKind kHighType = 32;
inline constexpr MessageKind kWords = 64;

using GenSet = std::uint8_t;  // a bit for each GenId
constexpr GenSet make_gens(auto... gens) {
  return static_cast<GenSet>((0U | ... | (1U << static_cast<unsigned>(gens))));
}
inline constexpr GenSet kGen6Rows = make_gens(GenId::gen6);
inline constexpr GenSet kGen9Rows = make_gens(GenId::gen9, GenId::gen12);

struct MessageRow {
  GenSet gens;
  Sfid sfid;
  std::uint32_t mask, value;  // the row applies if (descriptor & mask) == value
  std::uint8_t body;          // index in MessageBody
  MessageKind kind;
  std::string_view name;  // in text; empty if a field of the message is its type (names.h)

  constexpr bool in(const Gen& gen) const { return (gens & make_gens(gen.id)) != 0; }
};

namespace message_rows {

template <class T>
constexpr std::uint8_t body_index() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    std::size_t index = 0;
    ((std::is_same_v<T, std::variant_alternative_t<I, MessageBody>> ? void(index = I) : void()), ...);
    return static_cast<std::uint8_t>(index);
  }(std::make_index_sequence<std::variant_size_v<MessageBody>>{});
}

// Gen9 and Gen12: the message type is bits 18:14; Gen6: 16:13.
template <class T>
constexpr MessageRow gen9(Sfid sfid, std::uint32_t type, std::string_view name, MessageKind kind = kPlain,
                          GenSet gens = kGen9Rows) {
  return {gens, sfid, 0x1FU << 14, type << 14, body_index<T>(), kind, name};
}
// SIMD4x2 atomics of the data port, and the atomics on words in their place from Gen12 on: IGA's MessageDecoderHDC.cpp
// (tryDecodeDC1).
template <class T>
constexpr MessageRow simd4x2(std::uint32_t type, std::string_view name, MessageKind kind = kPlain) {
  return gen9<T>(Sfid::dp_data1, type, name, kind | kSimd4x2, make_gens(GenId::gen9));
}
template <class T>
constexpr MessageRow of_words(std::uint32_t type, std::string_view name, MessageKind kind = kPlain) {
  return gen9<T>(Sfid::dp_data1, type, name, kind | kWords, make_gens(GenId::gen12));
}
template <class T>
constexpr MessageRow gen6(Sfid sfid, std::uint32_t type, std::string_view name, MessageKind kind = kPlain) {
  return {kGen6Rows, sfid, 0xFU << 13, type << 13, body_index<T>(), kind, name};
}
template <class T>
constexpr MessageRow gen9_subtype(std::uint32_t type, std::uint32_t subtype, std::string_view name, MessageKind kind) {
  return {kGen9Rows, Sfid::dp_data1, 0x1FU << 14 | 3U << 11, type << 14 | subtype << 11, body_index<T>(), kind, name};
}
template <class T>
constexpr MessageRow whole(GenSet gens, Sfid sfid) {
  return {gens, sfid, 0, 0, body_index<T>(), kPlain, {}};
}

}  // namespace message_rows

inline constexpr std::array kMessageRows = [] {
  using namespace message_rows;
  using enum Sfid;
  constexpr GenSet g6 = kGen6Rows, g9 = kGen9Rows;
  return std::array{
      // Data cache data port 0
      gen9<OwordBlock>(dp_data0, 0x0, "oword_block_read"),
      gen9<OwordBlock>(dp_data0, 0x1, "unaligned_oword_block_read", kUnaligned),
      gen9<OwordDualBlock>(dp_data0, 0x2, "oword_dual_block_read"),
      gen9<DwordScattered>(dp_data0, 0x3, "dword_scattered_read"),
      gen9<ByteScattered>(dp_data0, 0x4, "byte_scattered_read"),
      gen9<MemoryFence>(dp_data0, 0x7, "memory_fence"),
      gen9<OwordBlock>(dp_data0, 0x8, "oword_block_write", kWrite),
      gen9<OwordDualBlock>(dp_data0, 0xA, "oword_dual_block_write", kWrite),
      gen9<DwordScattered>(dp_data0, 0xB, "dword_scattered_write", kWrite),
      gen9<ByteScattered>(dp_data0, 0xC, "byte_scattered_write", kWrite),
      MessageRow{g9, dp_data0, 3U << 17, 2U << 17, body_index<ScratchBlock>(), kPlain, "scratch_block_read"},
      MessageRow{g9, dp_data0, 3U << 17, 3U << 17, body_index<ScratchBlock>(), kWrite, "scratch_block_write"},
      // Data cache data port 1
      gen9<UntypedSurface>(dp_data1, 0x1, "untyped_read"),
      gen9<UntypedAtomic>(dp_data1, 0x2, "untyped_atomic"),
      simd4x2<UntypedAtomic>(0x3, "untyped_atomic_4x2"),
      of_words<UntypedAtomic>(0x3, "untyped_atomic_word"),
      gen9<MediaBlock>(dp_data1, 0x4, "media_block_read"),
      gen9<TypedSurface>(dp_data1, 0x5, "typed_read"),
      gen9<TypedAtomic>(dp_data1, 0x6, "typed_atomic"),
      simd4x2<TypedAtomic>(0x7, "typed_atomic_4x2"),
      gen9<UntypedSurface>(dp_data1, 0x9, "untyped_write", kWrite),
      gen9<MediaBlock>(dp_data1, 0xA, "media_block_write", kWrite),
      gen9<AtomicCounter>(dp_data1, 0xB, "counter_atomic"),
      simd4x2<AtomicCounter>(0xC, "counter_atomic_4x2"),
      gen9<TypedSurface>(dp_data1, 0xD, "typed_write", kWrite),
      gen9<A64Scattered>(dp_data1, 0x10, "a64_scattered_read"),
      gen9<UntypedSurface>(dp_data1, 0x11, "a64_untyped_read", kA64),
      gen9<UntypedAtomic>(dp_data1, 0x12, "a64_untyped_atomic", kA64),
      simd4x2<UntypedAtomic>(0x13, "a64_untyped_atomic_4x2", kA64),
      of_words<UntypedAtomic>(0x13, "a64_untyped_atomic_word", kA64),
      gen9_subtype<OwordBlock>(0x14, 0, "a64_oword_block_read", kA64),
      gen9_subtype<OwordBlock>(0x14, 1, "a64_unaligned_oword_block_read", kA64 | kUnaligned),
      gen9_subtype<OwordDualBlock>(0x14, 2, "a64_oword_dual_block_read", kA64),
      gen9_subtype<A64HwordBlock>(0x14, 3, "a64_hword_block_read", kPlain),
      gen9_subtype<OwordBlock>(0x15, 0, "a64_oword_block_write", kA64 | kWrite),
      gen9_subtype<OwordDualBlock>(0x15, 2, "a64_oword_dual_block_write", kA64 | kWrite),
      gen9_subtype<A64HwordBlock>(0x15, 3, "a64_hword_block_write", kWrite),
      gen9<UntypedSurface>(dp_data1, 0x19, "a64_untyped_write", kA64 | kWrite),
      gen9<A64Scattered>(dp_data1, 0x1A, "a64_scattered_write", kWrite),
      gen9<UntypedFloatAtomic>(dp_data1, 0x1B, "untyped_float_atomic"),
      simd4x2<UntypedFloatAtomic>(0x1C, "untyped_float_atomic_4x2"),
      of_words<UntypedFloatAtomic>(0x1C, "untyped_half_atomic"),
      gen9<UntypedFloatAtomic>(dp_data1, 0x1D, "a64_untyped_float_atomic", kA64),
      simd4x2<UntypedFloatAtomic>(0x1E, "a64_untyped_float_atomic_4x2", kA64),
      of_words<UntypedFloatAtomic>(0x1E, "a64_untyped_half_atomic", kA64),
      // The sampler cache data port and data cache data port 2 share a number. Types of the latter have bit 14 clear.
      gen9<OwordBlock>(dp_sampler_or_dc2, 0x1, "unaligned_oword_block_read", kUnaligned),
      gen9<UntypedSurface>(dp_sampler_or_dc2, 0x2, "scaled_untyped_read", kScaled),
      gen9<A64Scattered>(dp_sampler_or_dc2, 0x4, "scaled_a64_scattered_read", kScaled),
      gen9<UntypedSurface>(dp_sampler_or_dc2, 0x6, "scaled_a64_untyped_read", kA64 | kScaled),
      gen9<ByteScattered>(dp_sampler_or_dc2, 0x8, "scaled_byte_scattered_read", kScaled),
      gen9<UntypedSurface>(dp_sampler_or_dc2, 0x12, "scaled_untyped_write", kWrite | kScaled),
      gen9<UntypedSurface>(dp_sampler_or_dc2, 0x14, "scaled_a64_untyped_write", kA64 | kWrite | kScaled),
      gen9<A64Scattered>(dp_sampler_or_dc2, 0x16, "scaled_a64_scattered_write", kWrite | kScaled),
      gen9<ByteScattered>(dp_sampler_or_dc2, 0x18, "scaled_byte_scattered_write", kWrite | kScaled),
      // Constant cache data port
      gen9<OwordBlock>(dp_constant, 0x0, "oword_block_read"),
      gen9<OwordBlock>(dp_constant, 0x1, "unaligned_oword_block_read", kUnaligned),
      gen9<OwordDualBlock>(dp_constant, 0x2, "oword_dual_block_read"),
      gen9<DwordScattered>(dp_constant, 0x3, "dword_scattered_read"),
      // Render cache data port
      gen9<RenderTarget>(dp_render, 0xC, "target_write", kWrite),
      gen9<RenderTarget>(dp_render, 0xD, "target_read"),
      // Everything else
      whole<Sampler>(g9, sampler),
      whole<Gateway>(g9, gateway),
      whole<Urb>(g9, urb),
      whole<ThreadSpawner>(g9, spawner),
      whole<PixelInterpolator>(g9, pixel_interpolator),
      // The load/store cache: only vISA sends to it.
      whole<Lsc>(g9, ugm),
      whole<Lsc>(g9, ugml),
      whole<Lsc>(g9, slm),
      whole<Lsc>(g9, tgm),

      // Gen6: sampler cache, render cache and constant cache data ports
      gen6<OwordBlock>(dp_sampler_or_dc2, 0x0, "oword_block_read"),
      gen6<OwordDualBlock>(dp_sampler_or_dc2, 0x2, "oword_dual_block_read"),
      gen6<MediaBlock>(dp_sampler_or_dc2, 0x4, "media_block_read"),
      gen6<OwordBlock>(dp_sampler_or_dc2, 0x5, "unaligned_oword_block_read", kUnaligned),
      gen6<DwordScattered>(dp_sampler_or_dc2, 0x6, "dword_scattered_read"),
      gen6<MediaBlock>(dp_sampler_or_dc2, 0xC, "media_block_read_high_type", kHighType),
      gen6<OwordBlock>(dp_render, 0x0, "oword_block_read"),
      gen6<OwordDualBlock>(dp_render, 0x2, "oword_dual_block_read"),
      gen6<MediaBlock>(dp_render, 0x4, "media_block_read"),
      gen6<OwordBlock>(dp_render, 0x5, "unaligned_oword_block_read", kUnaligned),
      gen6<DwordScattered>(dp_render, 0x6, "dword_scattered_read"),
      gen6<OwordBlock>(dp_render, 0x8, "oword_block_write", kWrite),
      gen6<OwordDualBlock>(dp_render, 0x9, "oword_dual_block_write", kWrite),
      gen6<MediaBlock>(dp_render, 0xA, "media_block_write", kWrite),
      gen6<DwordScattered>(dp_render, 0xB, "dword_scattered_write", kWrite),
      gen6<RenderTarget>(dp_render, 0xC, "target_write", kWrite),
      gen6<StreamedVertexBuffer>(dp_render, 0xD, "streamed_vertex_buffer_write"),
      gen6<OwordBlock>(dp_constant, 0x0, "oword_block_read"),
      gen6<OwordDualBlock>(dp_constant, 0x2, "oword_dual_block_read"),
      gen6<OwordBlock>(dp_constant, 0x5, "unaligned_oword_block_read", kUnaligned),
      gen6<DwordScattered>(dp_constant, 0x6, "dword_scattered_read"),
      whole<Sampler>(g6, sampler),
      whole<Gateway>(g6, gateway),
      whole<Urb>(g6, urb),
      whole<ThreadSpawner>(g6, spawner),
  };
}();

static_assert([] {  // no descriptor matches two rows, no struct has two rows of a kind, no name means two messages
  for (std::size_t i = 0; i < kMessageRows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const MessageRow &a = kMessageRows[i], &b = kMessageRows[j];
      if ((a.gens & b.gens) == 0 || a.sfid != b.sfid) continue;
      if (((a.value ^ b.value) & a.mask & b.mask) == 0) return false;
      if ((a.body == b.body && a.kind == b.kind) || a.name == b.name) return false;
    }
  }
  return true;
}());

}  // namespace eugene::isa
