// Where the routines of a kernel begin and end.
#pragma once

#include <optional>

#include "lower/context.h"

namespace eugene::lower {

// Emits the end of the routine that is being lowered, if there is one. `is_last`: nothing follows it.
void end_routine(Context& context, bool is_last);

// A call, which leaves return address and call mask in the register at `return_byte`. One of a single channel takes all
// channels that run along, or by its predicate none: then it is jumped over.
struct Call {
  isa::Instruction native;
  std::optional<LabelId> past;
};
Result<Call> begin_call(Context& context, const Op& op, std::uint32_t return_byte);
// After its code: nothing is known of the flags.
void end_call(Context& context, const Call& call);

}  // namespace eugene::lower
