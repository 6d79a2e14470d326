// Where the routines of a kernel begin and end.
#pragma once

#include <optional>

#include "lower/context.h"

namespace eugene::lower {

// Emits the end of the routine that is being lowered, if there is one. `is_last`: nothing follows it.
void end_routine(Context& context, bool is_last);

// Prepares a call, which writes return address and call mask to the register at `return_byte`. A call of execution size
// 1 is taken by all running channels or, if its predicate is false, by none: code is emitted that jumps over it.
struct RoutineCall {
  isa::Instruction native;
  std::optional<LabelId> past;
};
Result<RoutineCall> begin_call(Context& context, const Op& op, std::uint32_t return_byte);
// Call after the code of the call. Known values of flags are forgotten.
void end_call(Context& context, const RoutineCall& call);

}  // namespace eugene::lower
