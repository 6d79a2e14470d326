// A send whose message is known when it is recorded: its descriptor is an immediate, except perhaps for the binding
// table index.
#pragma once

#include <optional>
#include <vector>

#include "isa/gen.h"
#include "isa/instruction.h"
#include "isa/message/message.h"
#include "isa/program.h"

namespace eugene::jit {

struct KnownMessage {
  isa::Message message;
  std::vector<unsigned> payload;  // GRF numbers: the first payload's, then the second's
  unsigned response = 0;          // GRF number of the first
  unsigned responses = 0;
  bool has_index = true;  // of the binding table; else a0.0 has it
};

// Nothing if the message is known only when it is sent.
std::optional<KnownMessage> known_message(const isa::Program& program, const isa::Instruction& inst);

}  // namespace eugene::jit
