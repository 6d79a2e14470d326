// Where the routines of a kernel begin and end.
#pragma once

#include "lower/context.h"

namespace eugene::lower {

// Emits the end of the routine that is being lowered, if there is one. `is_last`: nothing follows it.
void end_routine(Context& context, bool is_last);

}  // namespace eugene::lower
