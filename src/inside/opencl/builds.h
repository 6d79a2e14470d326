// Marks in the run's directory the processes that are inside the driver's compiler. Intel's compiler overflows its
// stack for some programs, and then no signal handler can run: only the mark shows `eugene run` where a process has
// died.
#pragma once

#include "layer/hooks.h"

namespace eugene::inside::opencl {

// The hooks compile with a mark (driver_layers/compilation.h).
Hooks build_mark_hooks();
// The hooks add the run's options to the options of the program.
Hooks build_option_hooks();
bool are_options_added();

}  // namespace eugene::inside::opencl
