// Maps vISA's atomic operations to those of messages.
#pragma once

#include <optional>

#include "isa/message/data_port.h"
#include "lower/send.h"

namespace eugene::lower {

// Returns the integer operation of an atomic field; nothing for float operations, unknown numbers, and operations that
// do not work on dwords.
std::optional<isa::AtomicOp> integer_atomic(unsigned field);

// Returns the sources of an operation in consecutive registers: the value to compare with, then the value to write.
// They come from raw operand `first` and the next one, of `registers` registers each. Without sources, there are no
// registers. `part` selects a part of each operand, of `registers` registers.
Result<Payload> atomic_sources(Context& context, const Op& op, isa::AtomicOp operation, unsigned first,
                               unsigned registers, unsigned part = 0);

}  // namespace eugene::lower
