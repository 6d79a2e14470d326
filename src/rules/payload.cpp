// Rules on whole message descriptors: the shared function must have the message, and the lengths of payload and
// response must be right. SNB PRM vol4 part1 and SKL PRM vol7 "Data Port"; message.h.
#include <optional>

#include "isa/message/lengths.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr std::uint32_t kDescribed = 0x1FFF'FFFF;  // send.descriptor_reserved is about the bits above

std::optional<Message> payload_message(const Subject& s) {
  if (!s.any_send() || s.i.send.descriptor_in_a0) return std::nullopt;
  const Result<Message> message =
      decode_message(s.gen, s.i.send.sfid, s.i.send.descriptor, s.i.send.extended_descriptor);
  return message ? std::optional{*message} : std::nullopt;
}

// True for functions that message.h describes completely and whose messages have no other rules.
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
     .text = "the shared function has no message with this descriptor",
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
           const std::optional<Message> message = payload_message(s);
           if (!message || !known_lengths(s) || !described(message->sfid)) return kFine;
           const std::optional<unsigned> body = find_lengths(message->body).body;
           const unsigned sent = message->length + (s.split_send ? message->extended_length() : 0);
           return broken_if(body && sent < *body + (message->header ? 1U : 0U));
         }},
    {.id = "message.response_length",
     .citation = {snb("8.3.44: response phases must match the Response Length"), skl("vol7 Data Port, payloads")},
     .text = "the response length is not the number of registers that the message returns",
     .hint = "set bits 24:20 to the number of response registers",
     .check =
         [](const Subject& s) {
           const std::optional<Message> message = payload_message(s);
           if (!message) return kFine;
           const std::optional<unsigned> response = find_lengths(message->body).response;
           return broken_if(response && message->response_length != *response);
         }},
};

}  // namespace

std::span<const Rule> payload_rules() { return kPayloadRules; }

}  // namespace eugene::rules
