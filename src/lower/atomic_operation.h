// The atomic operations of vISA as those of messages.
#pragma once

#include <optional>

#include "isa/message/data_port.h"
#include "lower/send.h"

namespace eugene::lower {

// The operation of an atomic field; nothing where it is one of floats, or has no such number, or is not of dwords.
std::optional<isa::AtomicOp> integer_atomic(unsigned field);

// The sources of an operation, raw operands `first` and the next, each of `registers`, in registers that follow one
// another: what memory is compared with, then what is written. No registers where the operation has no source.
// `part`: which part of the operands, each as long as `registers`.
Result<Payload> atomic_sources(Context& context, const Op& op, isa::AtomicOp operation, unsigned first,
                               unsigned registers, unsigned part = 0);

}  // namespace eugene::lower
