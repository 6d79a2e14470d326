// How many registers the payload and the response of a message take, where its descriptor alone says so: SNB PRM vol4
// part1 and SKL PRM vol7 "Data Port", payloads.
#pragma once

#include <optional>

#include "isa/message/message.h"

namespace eugene::isa {

// Registers after the header, and of the response; none where the message leaves them open.
struct MessageLengths {
  std::optional<unsigned> body;
  std::optional<unsigned> response;
};

MessageLengths lengths_of(const MessageBody& message);

// Whether every message of this kind begins with a header: blocks have their address in it, fences and messages to the
// URB their handles.
bool always_has_header(const MessageBody& message);

}  // namespace eugene::isa
