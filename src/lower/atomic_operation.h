// The atomic operations of vISA as those of messages.
#pragma once

#include <optional>

#include "isa/message/data_port.h"
#include "lower/send.h"

namespace eugene::lower {

// The integer operation of an atomic field. Nothing for float operations, unknown numbers, and operations that are not
// on dwords.
std::optional<isa::AtomicOp> integer_atomic(unsigned field);

// The sources of an operation in consecutive registers, from raw operands `first` and the next, each of `registers`:
// the value to compare with, then the value to write. No registers if the operation has no source. `part`: selects a
// part of `registers` registers of each operand.
Result<Payload> atomic_sources(Context& context, const Op& op, isa::AtomicOp operation, unsigned first,
                               unsigned registers, unsigned part = 0);

}  // namespace eugene::lower
