// From a message to the row of its type, and back. Internal to the layer: use message.h.
#pragma once

#include "isa/message/layout.h"
#include "isa/message/rows.h"

namespace eugene::isa {

inline MessageKind find_kind(const MessageBody& body) {
  return std::visit(
      [](const auto& m) {
        MessageKind kind = kPlain;
        if constexpr (requires { m.access; }) kind |= m.access == Access::write ? kWrite : kPlain;
        if constexpr (requires { m.a64; }) kind |= m.a64 ? kA64 : kPlain;
        if constexpr (requires { m.unaligned; }) kind |= m.unaligned ? kUnaligned : kPlain;
        if constexpr (requires { m.scaled; }) kind |= m.scaled ? kScaled : kPlain;
        if constexpr (requires { m.high_type; }) kind |= m.high_type ? kHighType : kPlain;
        if constexpr (requires {
                        m.op;
                        m.simd;
                      })
          kind |= m.simd == 4 ? kSimd4x2 : kPlain;
        if constexpr (requires {
                        m.op;
                        m.slots;
                      })
          kind |= m.slots == SlotGroup::simd4x2 ? kSimd4x2 : kPlain;
        if constexpr (requires {
                        m.op;
                        m.simd;
                        m.bytes;
                      })
          kind |= m.bytes == 2 ? kWords : kPlain;
        return kind;
      },
      body);
}

inline void set_kind(MessageBody& body, MessageKind kind) {
  std::visit(
      [kind](auto& m) {
        if constexpr (requires { m.access; }) m.access = (kind & kWrite) != 0 ? Access::write : Access::read;
        if constexpr (requires { m.a64; }) m.a64 = (kind & kA64) != 0;
        if constexpr (requires { m.unaligned; }) m.unaligned = (kind & kUnaligned) != 0;
        if constexpr (requires { m.scaled; }) m.scaled = (kind & kScaled) != 0;
        if constexpr (requires { m.high_type; }) m.high_type = (kind & kHighType) != 0;
        if constexpr (requires {
                        m.op;
                        m.simd;
                      })
          m.simd = (kind & kSimd4x2) != 0 ? 4 : 8;
        if constexpr (requires {
                        m.op;
                        m.slots;
                      })
          m.slots = (kind & kSimd4x2) != 0 ? SlotGroup::simd4x2 : SlotGroup::low;
        if constexpr (requires {
                        m.op;
                        m.simd;
                        m.bytes;
                      })
          m.bytes = (kind & kWords) != 0 ? 2 : 4;
      },
      body);
}

inline MessageBody body_at(std::size_t index) {
  MessageBody body;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((I == index ? void(body.emplace<I>()) : void()), ...);
  }(std::make_index_sequence<std::variant_size_v<MessageBody>>{});
  return body;
}

// Returns a message of the row's type; its other fields have their defaults.
inline MessageBody make_body(const MessageRow& row) {
  MessageBody body = body_at(row.body);
  set_kind(body, row.kind);
  return body;
}

// Returns null if `gen` has no such message.
inline const MessageRow* find_message_row(const Gen& gen, Sfid sfid, const MessageBody& body) {
  const MessageKind kind = find_kind(body);
  for (const MessageRow& row : kMessageRows) {
    if (row.in(gen) && row.sfid == sfid && row.body == body.index() && row.kind == kind) return &row;
  }
  return nullptr;
}

// Passes all fields of `body` to `io`, which reads or sets them.
template <class Io>
void body_layout(Io& io, const Gen& gen, MessageBody& body) {
  const message_layout::GenBits& bits = *message_layout::kGenBits[gen.id];
  std::visit([&](auto& m) { message_layout::layout(io, bits, m); }, body);
}

}  // namespace eugene::isa
