// The shape of a send whose message is known during recording: how it accesses memory, and its payload and response as
// vectors.
//
// There are three kinds of access (eu/memory_access.h), so code is recorded for three cases, not for each message. The
// vectors have real element sizes instead of registers, so LLVM sees the types of offsets and data, and sixteen
// channels as one vector. Messages with the same descriptor have the same shape, so they can share a function.
#pragma once

#include <bit>
#include <optional>
#include <vector>

#include "eu/memory_access.h"
#include "isa/message/message.h"

namespace eugene::jit {

using eu::AtomicAccess, eu::BlockAccess, eu::ElementAccess, eu::MemoryAccess;

struct VectorShape {
  unsigned count = 0;  // elements
  unsigned bytes = 4;  // size of an element
  unsigned room = 1;   // factor of the size in registers; only the first elements are used

  unsigned size() const { return count * bytes * room; }
};

struct MessageShape {
  std::optional<MemoryAccess> access;  // nothing: the port executes the message
  bool header = false;                 // the first vector of the payload is a header
  std::vector<VectorShape> payload;    // vectors of the first payload, then of the second
  std::vector<VectorShape> response;
  // If not 0: the port may prepare the message (eu/prepared_message.h). If so many channels, from 0 on, are enabled, a
  // prepared message writes the whole response.
  unsigned prepared_channels = 0;
  bool reads_ahead = false;  // the functions have the arguments of jit/message/message_ahead.cpp
  bool is_few = false;       // often, few channels are enabled (jit/message/message_few.cpp)
  bool is_whole = false;     // all channels are enabled
};

// Calls `body` with each chosen element and its index among the chosen ones.
template <class Body>
void for_each_element(unsigned chosen, Body body) {
  for (unsigned left = chosen, part = 0; left != 0; left &= left - 1, ++part)
    body(static_cast<unsigned>(std::countr_zero(left)), part);
}

// `payload` and `response` are sizes in registers. `exec_size` is the instruction's.
MessageShape message_shape(const isa::Gen& gen, const isa::Message& message, unsigned payload, unsigned response,
                           unsigned exec_size);
// The shape of the same message for only channel 0.
MessageShape of_one_channel(MessageShape shape);

}  // namespace eugene::jit
