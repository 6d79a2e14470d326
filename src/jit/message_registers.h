// How many registers a send whose descriptors are immediates hands over and is answered with.
#pragma once

#include "isa/instruction.h"

namespace eugene::jit {

struct MessageRegisters {
  unsigned payload = 0;
  unsigned extended_payload = 0;  // of a split send
  unsigned response = 0;
};

constexpr MessageRegisters message_registers(const isa::Instruction& instruction) {
  const isa::SendFields& send = instruction.send;
  const bool has_second = instruction.row().format == isa::Format::split_send && !instruction.src[1].is_null();
  return {.payload = send.message_length(),
          .extended_payload = has_second ? send.extended_message_length() : 0,
          .response = instruction.dst.is_null() ? 0 : send.response_length()};
}

}  // namespace eugene::jit
