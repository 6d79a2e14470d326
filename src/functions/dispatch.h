// From a decoded message to the function that executes it.
#pragma once

#include <array>
#include <cstdint>

#include "base/diagnostic.h"
#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/gen.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Decoding a descriptor takes longer than most messages do, and a kernel sends few different ones.
class MessageCache {
 public:
  // The message that `descriptor` asks `sfid` for; valid until the next call.
  Result<const isa::Message*> find(const isa::Gen& gen, isa::Sfid sfid, std::uint32_t descriptor);

 private:
  struct Entry {
    bool valid = false;
    std::uint32_t descriptor = 0;
    isa::Message message;
  };
  std::array<Entry, 64> entries_;
};

// Executes one message. False after a fault: also for messages that are not yet supported.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::Message& message);

}  // namespace eugene::functions
