// The message gateway: BXT PRM vol6 "Message Gateway", SNB PRM vol4 part2 chapter 1.
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Executes a barrier message. The thread then waits for its group: notification 0 is counted when all threads have
// arrived. Returns false after a fault.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::Gateway& message);

}  // namespace eugene::functions
