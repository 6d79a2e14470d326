// Sends and waits. Messages known by their descriptor are calls of functions that leave the registers alone
// (record_message.cpp); others are calls of the interpreter.
#pragma once

#include "jit/message/known_message.h"
#include "jit/record/recording.h"

namespace eugene::jit {

void record_send(Recording& r, const eu::PreparedOp& op);
void record_wait(Recording& r, const eu::PreparedOp& op);

// A message that accesses no registers but its payload and response (record_message.cpp).
void record_message(Recording& r, const eu::PreparedOp& op, const KnownMessage& message);
// The channels that `op` sends for, from bit 0 on.
llvm::Value* message_channels(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
