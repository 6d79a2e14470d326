// The shape of a send whose message is known when it is recorded: its effect on memory, and its payload and response as
// vectors.
//
// Effects on memory are of three kinds (eu/memory_access.h), so code is recorded for three cases and not for each
// message. The vectors are not registers: they have their real element sizes, so LLVM sees offsets and data as what
// they are, and sixteen channels as one vector. Messages with one descriptor have one shape, so they can share a
// function.
#pragma once

#include <optional>
#include <vector>

#include "eu/memory_access.h"
#include "isa/message/message.h"

namespace eugene::jit {

using eu::AtomicAccess, eu::BlockAccess, eu::ElementAccess, eu::MemoryAccess;

struct VectorShape {
  unsigned count = 0;  // elements
  unsigned bytes = 4;  // of an element
  unsigned room = 1;   // times as many bytes in the registers, of which only the first are used

  unsigned size() const { return count * bytes * room; }
};

struct MessageShape {
  std::optional<MemoryAccess> access;  // nothing: the port does the message
  bool header = false;                 // the first vector of the payload
  std::vector<VectorShape> payload;    // registers of the first payload, then of the second
  std::vector<VectorShape> response;
};

// `payload` and `response` registers long, sent by an instruction of `exec_size` channels.
MessageShape message_shape(const isa::Gen& gen, const isa::Message& message, unsigned payload, unsigned response,
                           unsigned exec_size);
// The shape of the same message as channel 0 sees it.
MessageShape of_one_channel(MessageShape shape);

}  // namespace eugene::jit
