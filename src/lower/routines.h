// Begin and end of a kernel's routines.
#pragma once

#include <optional>

#include "lower/context.h"

namespace eugene::lower {

// Emits the end of the routine that is being lowered, if there is one. `is_last`: nothing follows it.
void end_routine(Context& context, bool is_last);

// Prepares a call, which writes return address and call mask to the register at `return_byte`. A call of execution size
// 1 is taken by all running channels, or by none if its predicate is false: then the emitted code jumps over it.
struct RoutineCall {
  isa::Instruction native;
  std::optional<LabelId> past;
};
Result<RoutineCall> begin_call(Context& context, const Op& op, std::uint32_t return_byte);
// Call this after the code of the call. Discards known values of flags.
void end_call(Context& context, const RoutineCall& call);

}  // namespace eugene::lower
