// The message of a send as printed: in place of its descriptors, or in a comment.
#pragma once

#include <string>

#include "asm/printer.h"

namespace eugene::assembly {

// Both texts are empty for other instructions.
struct SendText {
  std::string message;  // the message, if `form` asks for names and the text encodes to the same descriptors
  std::string comment;  // otherwise the message, or why there is none

  SendText(const isa::Gen& gen, const Dialect& dialect, const isa::Instruction& instruction, MessageForm form);
};

}  // namespace eugene::assembly
