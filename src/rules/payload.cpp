// Rules on whole message descriptors: the shared function must have the message, and the lengths of payload and
// response must be right. SNB PRM vol4 part1 and SKL PRM vol7 "Data Port"; message.h.
#include <bit>
#include <optional>

#include "isa/message/message.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// Registers after the header, and of the response; none where the message leaves them open.
struct Lengths {
  std::optional<unsigned> body;
  std::optional<unsigned> response;
};

constexpr std::uint32_t kDescribed = 0x1FFF'FFFF;  // the bits above are send.descriptor_reserved's

constexpr unsigned kLanes = 8;  // dwords of a register

// Registers of one dword for each of `simd` channels; SIMD4x2 uses one.
unsigned per_channel(unsigned simd) { return simd < kLanes ? 1 : simd / kLanes; }
unsigned addresses(bool a64, unsigned simd) { return per_channel(simd) * (a64 ? 2 : 1); }

Lengths transfer(Access access, unsigned address, unsigned data) {
  return access == Access::read ? Lengths{.body = address, .response = data}
                                : Lengths{.body = address + data, .response = {}};
}

Lengths lengths(const UntypedSurface& m) {
  if (m.simd < kLanes) return {};
  const auto components = static_cast<unsigned>(std::popcount(m.channels));
  return transfer(m.access, addresses(m.a64, m.simd), components * per_channel(m.simd));
}
Lengths lengths(const UntypedAtomic& m) {
  if (m.op == AtomicOp::compare_write_64 || m.simd < kLanes) return {};
  const unsigned data = per_channel(m.simd) * m.bytes / 4;
  return {.body = addresses(m.a64, m.simd) + operands(m.op) * data, .response = m.returns ? data : 0};
}
Lengths lengths(const ByteScattered& m) { return transfer(m.access, per_channel(m.simd), per_channel(m.simd)); }
Lengths lengths(const DwordScattered& m) { return transfer(m.access, per_channel(m.simd), per_channel(m.simd)); }
Lengths lengths(const A64Scattered& m) {
  const unsigned values = m.element_bytes == 1 ? 1 : m.elements * m.element_bytes / 4U;
  return transfer(m.access, addresses(true, m.simd), values * per_channel(m.simd));
}
Lengths lengths(const OwordBlock& m) { return transfer(m.access, 0, (m.owords + 1U) / 2); }
Lengths lengths(const A64HwordBlock& m) { return transfer(m.access, 0, m.hwords); }
Lengths lengths(const ScratchBlock& m) { return transfer(m.access, 0, m.hwords); }

std::optional<Message> message_of(const Subject& s) {
  if (!s.any_send() || s.i.send.descriptor_in_a0) return std::nullopt;
  const Result<Message> message =
      decode_message(s.gen, s.i.send.sfid, s.i.send.descriptor, s.i.send.extended_descriptor);
  return message ? std::optional{*message} : std::nullopt;
}

Lengths lengths_of(const Message& message) {
  return std::visit(
      [](const auto& body) {
        if constexpr (requires { lengths(body); }) {
          return lengths(body);
        } else {
          return Lengths{};
        }
      },
      message.body);
}

// Functions of which message.h has all messages, and whose messages have no other rules.
bool described(Sfid function) {
  switch (function) {
    case Sfid::null:
    case Sfid::gateway:  // gateway.*
    case Sfid::urb:      // urb.*
    case Sfid::vme:
    case Sfid::cre: return false;
    default: return true;
  }
}

bool known_lengths(const Subject& s) { return s.send || (s.split_send && !s.i.send.extended_descriptor_in_a0); }

constexpr Rule kPayloadRules[] = {
    {.id = "message.descriptor",
     .citation = {snb("8.3.44, Table 8-15: the target function's section"), skl("vol2d message descriptors")},
     .text = "the shared function has no such message",
     .hint = "check function control (bits 18:0) against the shared function's messages",
     .check =
         [](const Subject& s) {
           if (!s.any_send() || s.i.send.descriptor_in_a0 || s.i.send.function_in_a0()) return kFine;
           const Sfid function = s.i.send.sfid;
           return broken_if(
               has_function(s.gen, function) && described(function) &&
               !decode_message(s.gen, function, s.i.send.descriptor & kDescribed, s.i.send.extended_descriptor));
         }},
    {.id = "message.payload_length",
     .citation = {snb("8.3.44 message length; SNB PRM vol4 part1 data port"), skl("vol7 Data Port, payloads")},
     .text = "the payload is shorter than the message needs",
     .hint = "add up header, addresses and data of all channels",
     .check =
         [](const Subject& s) {
           const std::optional<Message> message = message_of(s);
           if (!message || !known_lengths(s)) return kFine;
           const std::optional<unsigned> body = lengths_of(*message).body;
           const unsigned sent = message->length + (s.split_send ? message->extended_length() : 0);
           return broken_if(body && sent < *body + (message->header ? 1U : 0U));
         }},
    {.id = "message.response_length",
     .citation = {snb("8.3.44: response phases must match the Response Length"), skl("vol7 Data Port, payloads")},
     .text = "the response length is not what the message returns",
     .hint = "set bits 24:20 to the registers of the response",
     .check =
         [](const Subject& s) {
           const std::optional<Message> message = message_of(s);
           if (!message) return kFine;
           const std::optional<unsigned> response = lengths_of(*message).response;
           return broken_if(response && message->response_length != *response);
         }},
};

}  // namespace

std::span<const Rule> payload_rules() { return kPayloadRules; }

}  // namespace eugene::rules
