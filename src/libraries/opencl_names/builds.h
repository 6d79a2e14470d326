// Marks in the run's directory the processes that are inside the driver's compiler. Intel's compiler overflows its
// stack for some programs, where no handler of a signal can run: only the mark tells `eugene run` where a process has
// died.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::i915 {

// Replaces functions of `table` that compile by ones that call those of `next` with a mark
// (driver_layers/compilation.h). Both must stay.
void mark_builds(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::i915
