// The message of a send in the printer's text: in the place of its descriptors, or in a comment beside them.
#pragma once

#include <string>

#include "asm/printer.h"

namespace eugene::assembly {

// Both are empty for other instructions.
struct SendText {
  std::string message;  // the message, where `form` asks for names and the text gives the same descriptors
  std::string comment;  // otherwise: the message, or why there is none

  SendText(const isa::Gen& gen, const Dialect& dialect, const isa::Instruction& instruction, MessageForm form);
};

}  // namespace eugene::assembly
