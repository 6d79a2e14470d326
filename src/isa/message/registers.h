// The number of registers in the payloads and the response of a send: SNB PRM vol4 part2 8.3.44; Gen9's split sends.
#pragma once

#include "isa/instruction.h"

namespace eugene::isa {

// `descriptors` are the descriptors in effect: the instruction's fields, or the values that it takes from a0.
constexpr MessageRegisters message_registers(const Instruction& send, const SendFields& descriptors) {
  if (send.send.registers) return *send.send.registers;
  const bool has_second = send.row().format == Format::split_send && !send.src[1].is_null();
  return {.payload = send.src[0].is_null() ? 0 : descriptors.message_length(),
          .extended_payload = has_second ? descriptors.extended_message_length() : 0,
          .response = send.dst.is_null() ? 0 : descriptors.response_length()};
}
constexpr MessageRegisters message_registers(const Instruction& send) { return message_registers(send, send.send); }

}  // namespace eugene::isa
