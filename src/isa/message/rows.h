// Which bits of a descriptor select which message, one row per message type of each shared function.
// Internal to the layer: use message.h.
#pragma once

#include <array>

#include "isa/message/message.h"

namespace eugene::isa {

// Tells apart messages that share a struct. Flags.
using MessageKind = std::uint8_t;
inline constexpr MessageKind kPlain = 0;
inline constexpr MessageKind kWrite = 1;
inline constexpr MessageKind kA64 = 2;
inline constexpr MessageKind kUnaligned = 4;
inline constexpr MessageKind kSimd4x2 = 8;
inline constexpr MessageKind kScaled = 16;
inline constexpr MessageKind kHighType = 32;

struct MessageRow {
  GenId gen;
  Sfid sfid;
  std::uint32_t mask, value;  // the descriptor is this message where its bits of `mask` are `value`
  std::uint8_t body;          // index in MessageBody
  MessageKind kind;
};

namespace message_rows {

template <class T>
constexpr std::uint8_t body_index() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    std::size_t index = 0;
    ((std::is_same_v<T, std::variant_alternative_t<I, MessageBody>> ? void(index = I) : void()), ...);
    return static_cast<std::uint8_t>(index);
  }
  (std::make_index_sequence<std::variant_size_v<MessageBody>>{});
}

// Gen9: the message type is bits 18:14; Gen6: 16:13.
template <class T>
constexpr MessageRow gen9(Sfid sfid, std::uint32_t type, MessageKind kind = kPlain) {
  return {GenId::gen9, sfid, 0x1FU << 14, type << 14, body_index<T>(), kind};
}
template <class T>
constexpr MessageRow gen6(Sfid sfid, std::uint32_t type, MessageKind kind = kPlain) {
  return {GenId::gen6, sfid, 0xFU << 13, type << 13, body_index<T>(), kind};
}
template <class T>
constexpr MessageRow gen9_subtype(std::uint32_t type, std::uint32_t subtype, MessageKind kind) {
  return {GenId::gen9, Sfid::dp_data1, 0x1FU << 14 | 3U << 11, type << 14 | subtype << 11, body_index<T>(), kind};
}
template <class T>
constexpr MessageRow whole(GenId gen, Sfid sfid) {
  return {gen, sfid, 0, 0, body_index<T>(), kPlain};
}

}  // namespace message_rows

inline constexpr std::array kMessageRows = [] {
  using namespace message_rows;
  using enum Sfid;
  constexpr GenId g6 = GenId::gen6, g9 = GenId::gen9;
  return std::array{
      // Data cache data port 0
      gen9<OwordBlock>(dp_data0, 0x0),
      gen9<OwordBlock>(dp_data0, 0x1, kUnaligned),
      gen9<OwordDualBlock>(dp_data0, 0x2),
      gen9<DwordScattered>(dp_data0, 0x3),
      gen9<ByteScattered>(dp_data0, 0x4),
      gen9<MemoryFence>(dp_data0, 0x7),
      gen9<OwordBlock>(dp_data0, 0x8, kWrite),
      gen9<OwordDualBlock>(dp_data0, 0xA, kWrite),
      gen9<DwordScattered>(dp_data0, 0xB, kWrite),
      gen9<ByteScattered>(dp_data0, 0xC, kWrite),
      MessageRow{g9, dp_data0, 3U << 17, 2U << 17, body_index<ScratchBlock>(), kPlain},
      MessageRow{g9, dp_data0, 3U << 17, 3U << 17, body_index<ScratchBlock>(), kWrite},
      // Data cache data port 1
      gen9<UntypedSurface>(dp_data1, 0x1),
      gen9<UntypedAtomic>(dp_data1, 0x2),
      gen9<UntypedAtomic>(dp_data1, 0x3, kSimd4x2),
      gen9<MediaBlock>(dp_data1, 0x4),
      gen9<TypedSurface>(dp_data1, 0x5),
      gen9<TypedAtomic>(dp_data1, 0x6),
      gen9<TypedAtomic>(dp_data1, 0x7, kSimd4x2),
      gen9<UntypedSurface>(dp_data1, 0x9, kWrite),
      gen9<MediaBlock>(dp_data1, 0xA, kWrite),
      gen9<AtomicCounter>(dp_data1, 0xB),
      gen9<AtomicCounter>(dp_data1, 0xC, kSimd4x2),
      gen9<TypedSurface>(dp_data1, 0xD, kWrite),
      gen9<A64Scattered>(dp_data1, 0x10),
      gen9<UntypedSurface>(dp_data1, 0x11, kA64),
      gen9<UntypedAtomic>(dp_data1, 0x12, kA64),
      gen9<UntypedAtomic>(dp_data1, 0x13, kA64 | kSimd4x2),
      gen9_subtype<OwordBlock>(0x14, 0, kA64),
      gen9_subtype<OwordBlock>(0x14, 1, kA64 | kUnaligned),
      gen9_subtype<OwordDualBlock>(0x14, 2, kA64),
      gen9_subtype<A64HwordBlock>(0x14, 3, kPlain),
      gen9_subtype<OwordBlock>(0x15, 0, kA64 | kWrite),
      gen9_subtype<OwordDualBlock>(0x15, 2, kA64 | kWrite),
      gen9_subtype<A64HwordBlock>(0x15, 3, kWrite),
      gen9<UntypedSurface>(dp_data1, 0x19, kA64 | kWrite),
      gen9<A64Scattered>(dp_data1, 0x1A, kWrite),
      gen9<UntypedFloatAtomic>(dp_data1, 0x1B),
      gen9<UntypedFloatAtomic>(dp_data1, 0x1C, kSimd4x2),
      gen9<UntypedFloatAtomic>(dp_data1, 0x1D, kA64),
      gen9<UntypedFloatAtomic>(dp_data1, 0x1E, kA64 | kSimd4x2),
      // Sampler cache data port and data cache data port 2 share a number; the latter's types have bit 14 clear.
      gen9<OwordBlock>(dp_sampler_or_dc2, 0x1, kUnaligned),
      gen9<UntypedSurface>(dp_sampler_or_dc2, 0x2, kScaled),
      gen9<A64Scattered>(dp_sampler_or_dc2, 0x4, kScaled),
      gen9<UntypedSurface>(dp_sampler_or_dc2, 0x6, kA64 | kScaled),
      gen9<ByteScattered>(dp_sampler_or_dc2, 0x8, kScaled),
      gen9<UntypedSurface>(dp_sampler_or_dc2, 0x12, kWrite | kScaled),
      gen9<UntypedSurface>(dp_sampler_or_dc2, 0x14, kA64 | kWrite | kScaled),
      gen9<A64Scattered>(dp_sampler_or_dc2, 0x16, kWrite | kScaled),
      gen9<ByteScattered>(dp_sampler_or_dc2, 0x18, kWrite | kScaled),
      // Constant cache data port
      gen9<OwordBlock>(dp_constant, 0x0),
      gen9<OwordBlock>(dp_constant, 0x1, kUnaligned),
      gen9<OwordDualBlock>(dp_constant, 0x2),
      gen9<DwordScattered>(dp_constant, 0x3),
      // Render cache data port
      gen9<RenderTarget>(dp_render, 0xC, kWrite),
      gen9<RenderTarget>(dp_render, 0xD),
      // Everything else
      whole<Sampler>(g9, sampler),
      whole<Gateway>(g9, gateway),
      whole<Urb>(g9, urb),
      whole<ThreadSpawner>(g9, spawner),
      whole<PixelInterpolator>(g9, pixel_interpolator),
      // The load/store cache, which vISA sends to
      whole<Lsc>(g9, ugm),
      whole<Lsc>(g9, ugml),
      whole<Lsc>(g9, slm),
      whole<Lsc>(g9, tgm),

      // Gen6: sampler cache, render cache and constant cache data ports
      gen6<OwordBlock>(dp_sampler_or_dc2, 0x0),
      gen6<OwordDualBlock>(dp_sampler_or_dc2, 0x2),
      gen6<MediaBlock>(dp_sampler_or_dc2, 0x4),
      gen6<OwordBlock>(dp_sampler_or_dc2, 0x5, kUnaligned),
      gen6<DwordScattered>(dp_sampler_or_dc2, 0x6),
      gen6<MediaBlock>(dp_sampler_or_dc2, 0xC, kHighType),
      gen6<OwordBlock>(dp_render, 0x0),
      gen6<OwordDualBlock>(dp_render, 0x2),
      gen6<MediaBlock>(dp_render, 0x4),
      gen6<OwordBlock>(dp_render, 0x5, kUnaligned),
      gen6<DwordScattered>(dp_render, 0x6),
      gen6<OwordBlock>(dp_render, 0x8, kWrite),
      gen6<OwordDualBlock>(dp_render, 0x9, kWrite),
      gen6<MediaBlock>(dp_render, 0xA, kWrite),
      gen6<DwordScattered>(dp_render, 0xB, kWrite),
      gen6<RenderTarget>(dp_render, 0xC, kWrite),
      gen6<StreamedVertexBuffer>(dp_render, 0xD),
      gen6<OwordBlock>(dp_constant, 0x0),
      gen6<OwordDualBlock>(dp_constant, 0x2),
      gen6<OwordBlock>(dp_constant, 0x5, kUnaligned),
      gen6<DwordScattered>(dp_constant, 0x6),
      whole<Sampler>(g6, sampler),
      whole<Gateway>(g6, gateway),
      whole<Urb>(g6, urb),
      whole<ThreadSpawner>(g6, spawner),
  };
}();

static_assert([] {  // no descriptor is two messages, and no struct has two rows of a kind
  for (std::size_t i = 0; i < kMessageRows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const MessageRow &a = kMessageRows[i], &b = kMessageRows[j];
      if (a.gen != b.gen || a.sfid != b.sfid) continue;
      if (((a.value ^ b.value) & a.mask & b.mask) == 0) return false;
      if (a.body == b.body && a.kind == b.kind) return false;
    }
  }
  return true;
}());

}  // namespace eugene::isa
