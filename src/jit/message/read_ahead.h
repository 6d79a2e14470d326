// Chooses the messages that read ahead (message_ahead.h), and drops kept elements where memory may change.
#pragma once

#include "jit/message/known_message.h"
#include "jit/recording.h"

namespace eugene::jit {

// Creates places for the kept elements of messages that read ahead. These are reads of one dword for each channel, in
// loops whose messages are all reads.
void create_read_ahead(Recording& r);

// Returns the place of the message's kept elements; null if the message does not read ahead. Only the full version
// reads ahead, because each channel must continue its sequence.
llvm::Value* find_read_ahead(const Recording& r, const eu::PreparedOp& op);

// Before message or wait `op`: drops the elements that messages of other loops have kept. The memory may change, or the
// thread may learn from `op` that other threads have changed it.
void drop_read_ahead(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
