// Chooses the messages that read ahead (message_ahead.h), and drops kept elements where memory may change.
#pragma once

#include "jit/message/known_message.h"
#include "jit/recording.h"

namespace eugene::jit {

// Creates places for the kept elements of messages that read ahead. These are reads of one dword for each channel, in
// loops whose messages are all reads and which do not decide by what they read.
void create_read_ahead(Recording& r);

// Returns the place of the message's kept elements; null if the message does not read ahead.
llvm::Value* find_read_ahead(const Recording& r, const eu::PreparedOp& op);

// Before message or wait `op`: if the last message or wait was not in the same loop, drops the elements that the loop's
// messages have kept. The memory may have changed since, or the thread may know that other threads have changed it. A
// variable has the loop of the last message, so that code outside of the loops only sets it.
void drop_read_ahead(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
