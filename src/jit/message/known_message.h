// A send whose message is known during recording: the descriptor is an immediate, except possibly for the binding table
// index.
#pragma once

#include <optional>
#include <vector>

#include "isa/gen.h"
#include "isa/instruction.h"
#include "isa/message/message.h"
#include "isa/program.h"
#include "jit/message/message_shape.h"

namespace eugene::jit {

struct KnownMessage {
  isa::Message message;
  std::vector<unsigned> payload;  // GRF numbers of the first payload, then of the second
  unsigned response = 0;          // first GRF of the response
  unsigned responses = 0;
  bool waits = false;     // the instruction first waits for the threads that tdr0 names
  bool has_index = true;  // the binding table index is known; otherwise it is in a0.0
};

// Returns nothing if the message is only known at run time.
std::optional<KnownMessage> known_message(const isa::Program& program, const isa::Instruction& inst);

// `exec_size` is the instruction's.
MessageShape message_shape(const isa::Gen& gen, const KnownMessage& message, unsigned exec_size);

// Returns how compiled code accesses memory for the instruction; nothing if the instruction does something else, or if
// its message is only known at run time. Compiled code does not execute sends that wait for threads.
std::optional<MemoryAccess> find_access(const isa::Program& program, const isa::Instruction& inst);

}  // namespace eugene::jit
