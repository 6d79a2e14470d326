#include "asm/send_text.h"

#include "isa/message/message.h"

namespace eugene::assembly {
namespace {

// True if the descriptors contain all of the message, and the dialect can write messages by name.
bool may_be_named(const Dialect& dialect, const isa::Instruction& i) {
  const bool usual_type = i.row().format == isa::Format::split_send || i.src[1].type == isa::Type::ud;
  return usual_type && !dialect.flow.send_names_function;
}

}  // namespace

SendText::SendText(const isa::Gen& gen, const Dialect& dialect, const isa::Instruction& i, MessageForm form) {
  if (!isa::is_send(i) || i.send.descriptor_in_a0 || i.send.extended_descriptor_in_a0) return;
  const auto decoded = isa::decode_message(gen, i.send.sfid, i.send.descriptor, i.send.extended_descriptor);
  if (!decoded) {
    comment = decoded.error().message;
  } else if (form == MessageForm::names && may_be_named(dialect, i)) {
    message = isa::describe(gen, *decoded);
  } else {
    comment = isa::describe(gen, *decoded);
  }
}

}  // namespace eugene::assembly
