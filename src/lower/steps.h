// The last of the native instructions that one of vISA becomes.
#pragma once

#include "lower/context.h"

namespace eugene::lower {

// Emits `native`, whose sources are set, with the destination, the predicate and the saturation of `op`.
Result<void> finish(Context& context, const Op& op, isa::Instruction native);

}  // namespace eugene::lower
