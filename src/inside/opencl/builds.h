// Marks in the run's directory the processes that are inside the driver's compiler. Intel's compiler overflows its
// stack for some programs, and then no signal handler can run: only the mark shows `eugene run` where a process has
// died.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::inside::opencl {

// Replaces the compiling functions of `table`. The new functions call the functions of `next` with a mark
// (driver_layers/compilation.h). Both tables must stay.
void mark_builds(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::inside::opencl
