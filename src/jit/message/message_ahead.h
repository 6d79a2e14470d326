// Reading ahead: in a loop, each channel often reads a sequence of elements, such as a row of a matrix. The elements of
// different channels are far apart, so each message would gather. Instead, if a message reads the element after its
// previous one in each channel, it reads the next elements of each channel as one vector and keeps these elements. Its
// following executions take them.
//
// The kept elements are up to seven executions old. So a message only reads ahead in loops that send no messages but
// reads, have no loops with messages inside, and do not decide by the elements they read: such loops may poll memory.
// Elements are dropped at any other message, at waits, and wherever the thread leaves the code
// (jit/message/read_ahead.h). A channel that was disabled at a message takes no kept elements before the next reading
// ahead, because the index of the next row is one for all channels. A message takes each kept element once, so a
// message that polls one place reads memory each time.
#pragma once

#include "jit/record/value.h"

namespace eugene::jit {

constexpr unsigned kAheadElements = 8;  // of a channel, including the message's own
constexpr unsigned kAheadBytes = 4;     // of an element

// Returns the type of a message's kept elements: rows with one element for each channel, the offset of each channel's
// next element, of type `offsets`, the index of the next row, and the channels of the last message. The elements are in
// memory, not in registers, because most messages in loops keep none.
llvm::StructType* ahead_type(llvm::Type* offsets);
enum AheadMember : unsigned { kAheadRows, kAheadExpected, kAheadNext, kAheadChannels };

// Stores the index of the next row in `place`, which has the type `type`. kAheadElements: no row is kept.
void set_next_row(Builder& ir, llvm::Type* type, llvm::Value* place, llvm::Value* row);

}  // namespace eugene::jit
