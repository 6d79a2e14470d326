// Where the routines of a kernel begin and end.
#pragma once

#include <optional>

#include "lower/context.h"

namespace eugene::lower {

// The label of the routine that is the kernel itself; nothing if it has none.
std::optional<unsigned> first_routine(const visa::Kernel& kernel);

// Emits the end of the routine that is being lowered, if there is one. `is_last`: nothing follows it.
void end_routine(Context& context, bool is_last);

}  // namespace eugene::lower
