#include "isa/message/message.h"

#include <fmt/format.h>

#include "isa/message/layout.h"
#include "isa/message/rows.h"

namespace eugene::isa {
namespace {

constexpr std::string_view kDescriptorReference = "SKL PRM vol2d, message descriptors; SNB PRM vol4";

// Fields of every descriptor.
constexpr Bits kLength{28, 25}, kResponseLength{24, 20}, kHeader{19, 19};

MessageKind kind_of(const MessageBody& body) {
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
        return kind;
      },
      body);
}

void set_kind(MessageBody& body, MessageKind kind) {
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
      },
      body);
}

MessageBody body_at(std::size_t index) {
  MessageBody body;
  [&]<std::size_t... I>(std::index_sequence<I...>) { ((I == index ? void(body.emplace<I>()) : void()), ...); }
  (std::make_index_sequence<std::variant_size_v<MessageBody>>{});
  return body;
}

template <class Io>
void common(Io& io, Message& message) {
  if (std::holds_alternative<Lsc>(message.body)) return;  // it has none of them (SendFields::registers)
  io.flag(kHeader, message.header);
  io.number(kLength, message.length);
  io.number(kResponseLength, message.response_length);
}

template <class Io>
void body_layout(Io& io, const Gen& gen, MessageBody& body) {
  const message_layout::GenBits& bits = *message_layout::kGenBits[static_cast<std::size_t>(gen.id)];
  std::visit([&](auto& m) { message_layout::layout(io, bits, m); }, body);
}

std::unexpected<Diagnostic> reject(const Gen& gen, Sfid sfid, const Rejection& rejection) {
  return fail(
      fmt::format("{} descriptor: {}", sfid_name(gen, sfid), worded(rejection.limit->text, {}) + place_of(rejection)),
      std::string(kDescriptorReference), std::string(rejection.limit->hint));
}

}  // namespace

Result<Message> decode_message(const Gen& gen, Sfid sfid, std::uint32_t descriptor, std::uint32_t extended_descriptor) {
  for (const MessageRow& row : kMessageRows) {
    if (row.gen != gen.id || row.sfid != sfid || (descriptor & row.mask) != row.value) continue;
    Message message{.sfid = sfid, .extended_descriptor = extended_descriptor, .body = body_at(row.body)};
    set_kind(message.body, row.kind);
    Reader reader(EncodedInstruction{descriptor & ~row.mask, 0});
    common(reader, message);
    body_layout(reader, gen, message.body);
    reader.finish();
    if (!reader.accepted()) return reject(gen, sfid, reader.rejection());
    return message;
  }
  return fail(fmt::format("{}: no message has descriptor {:#010x}", sfid_name(gen, sfid), descriptor),
              std::string(kDescriptorReference), "check the shared function, and bits 18:0 against its messages");
}

Result<std::uint32_t> encode_message(const Gen& gen, const Message& message) {
  const MessageKind kind = kind_of(message.body);
  for (const MessageRow& row : kMessageRows) {
    if (row.gen != gen.id || row.sfid != message.sfid || row.body != message.body.index() || row.kind != kind) continue;
    Writer writer;
    Message copy = message;
    common(writer, copy);
    body_layout(writer, gen, copy.body);
    if (!writer.accepted()) return reject(gen, message.sfid, writer.rejection());
    return static_cast<std::uint32_t>(writer.word().low) | row.value;
  }
  return fail(fmt::format("{} has no such message", sfid_name(gen, message.sfid)), std::string(kDescriptorReference),
              "send it to the shared function that has it");
}

}  // namespace eugene::isa
