// Records sends and waits. A message whose descriptor is known becomes a call of a function that does not access
// registers (record_message.cpp); other messages become calls of the interpreter.
#pragma once

#include "jit/message/known_message.h"
#include "jit/recording.h"

namespace eugene::jit {

void record_send(Recording& r, const eu::PreparedOp& op);
void record_wait(Recording& r, const eu::PreparedOp& op);

// Records a message that accesses only the registers of its payload and response (record_message.cpp).
void record_message(Recording& r, const eu::PreparedOp& op, const KnownMessage& message);
// Returns the channels for which `op` sends, from bit 0 on.
llvm::Value* message_channels(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
