// Reading ahead: in a loop, each channel often reads a sequence of elements, such as a row of a matrix. The elements of
// different channels are far apart, so each message would gather. Instead, a message that continues the sequences of
// the message before reads the next elements of each channel as one vector, and keeps them. The following messages take
// theirs from there.
//
// The kept elements are as old as that message. So a message only reads ahead in loops that send no messages but reads,
// and elements are dropped at any other message, at waits, and wherever the thread leaves the code
// (jit/message/read_ahead.h). An element is taken only once, so a loop that polls memory reads it anew each time.
#pragma once

#include "jit/record/value.h"

namespace eugene::jit {

constexpr unsigned kAheadElements = 8;  // of a channel, including the message's own
constexpr unsigned kAheadBytes = 4;     // of an element

// Returns the type of a message's kept elements: rows of an element of each channel, the offset of each channel's next
// element, of type `offsets`, and the index of the next row. They stay in memory, because most messages in loops do not
// need them.
llvm::StructType* ahead_type(llvm::Type* offsets);
enum AheadMember : unsigned { kAheadRows, kAheadExpected, kAheadNext };

}  // namespace eugene::jit
