// The lengths of a message's payload and response in registers, as far as its descriptor determines them: SNB PRM vol4
// part1 and SKL PRM vol7 "Data Port", payloads.
#pragma once

#include <optional>

#include "isa/message/message.h"

namespace eugene::isa {

// Lengths in registers: of the payload without its header, and of the response. Empty if the message leaves them open.
struct MessageLengths {
  std::optional<unsigned> body;
  std::optional<unsigned> response;
};

MessageLengths find_lengths(const MessageBody& message);

// True if every message of this kind begins with a header. Blocks have their address in it; fences and URB messages
// have their handles.
bool always_has_header(const MessageBody& message);

}  // namespace eugene::isa
