// Calls the function that executes a decoded message.
#pragma once

#include <array>
#include <cstdint>

#include "base/diagnostic.h"
#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/gen.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Caches decoded messages: decoding a descriptor takes longer than most messages, and a kernel sends few different
// ones.
class MessageCache {
 public:
  // Returns the decoded message for `sfid` and `descriptor`; valid until the next call.
  Result<const isa::Message*> find(const isa::Gen& gen, isa::Sfid sfid, std::uint32_t descriptor);

 private:
  struct Entry {
    bool valid = false;
    std::uint32_t descriptor = 0;
    isa::Message message;
  };
  std::array<Entry, 64> entries_;
};

// Executes one message. Returns false after a fault, for example if the message is not supported.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::Message& message);

}  // namespace eugene::functions
