#include "isa/message/message.h"

#include <fmt/format.h>

#include "isa/message/coded_fields.h"
#include "isa/message/row_body.h"

namespace eugene::isa {
namespace {

constexpr std::string_view kDescriptorReference = "SKL PRM vol2d, message descriptors; SNB PRM vol4";

// Fields of every descriptor.
constexpr Bits kLength{28, 25}, kResponseLength{24, 20}, kHeader{19, 19};

template <class Io>
void common(Io& io, Message& message) {
  if (std::holds_alternative<Lsc>(message.body)) return;  // LSC has none of these fields (SendFields::registers)
  io.flag("header", kHeader, message.header);
  io.number("mlen", kLength, message.length);
  io.number("rlen", kResponseLength, message.response_length);
}

std::unexpected<Diagnostic> reject(const Gen& gen, Sfid sfid, const Rejection& rejection) {
  return fail(fmt::format("{} descriptor: {}", sfid_name(gen, sfid),
                          worded(rejection.limit->text, {}) + format_place(rejection)),
              std::string(kDescriptorReference), std::string(rejection.limit->hint));
}

}  // namespace

Result<Message> decode_message(const Gen& gen, Sfid sfid, std::uint32_t descriptor, std::uint32_t extended_descriptor) {
  for (const MessageRow& row : kMessageRows) {
    if (!row.in(gen) || row.sfid != sfid || (descriptor & row.mask) != row.value) continue;
    Message message{.sfid = sfid, .extended_descriptor = extended_descriptor, .body = make_body(row)};
    CodedFields reader(Reader(EncodedInstruction{descriptor & ~row.mask, 0}));
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
  if (const MessageRow* row = find_message_row(gen, message.sfid, message.body)) {
    CodedFields writer{Writer()};
    Message copy = message;
    common(writer, copy);
    body_layout(writer, gen, copy.body);
    if (!writer.accepted()) return reject(gen, message.sfid, writer.rejection());
    return static_cast<std::uint32_t>(writer.word().low) | row->value;
  }
  return fail(fmt::format("{} has no message of this type, so it has no descriptor", sfid_name(gen, message.sfid)),
              std::string(kDescriptorReference), "send the message to the shared function that has it");
}

}  // namespace eugene::isa
