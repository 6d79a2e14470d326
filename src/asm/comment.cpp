// The printer's comment beside an instruction: the message of a send.
#include "asm/comment.h"

#include "isa/message/message.h"

namespace eugene::assembly {

std::string comment_on(const isa::Gen& gen, const isa::Instruction& i) {
  const isa::Format format = i.row().format;
  if (!isa::is_send(format)) return {};
  if (i.send.descriptor_in_a0 || i.send.extended_descriptor_in_a0) return {};
  const auto message = isa::decode_message(gen, i.send.sfid, i.send.descriptor, i.send.extended_descriptor);
  return message ? isa::describe(gen, *message) : message.error().message;
}

}  // namespace eugene::assembly
