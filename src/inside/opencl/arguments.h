// Remembers how a program sets the arguments of its kernels, to name the arguments that the program forgot. The driver
// refuses to launch a kernel with an argument that was never set, by an error code that many programs ignore. A null
// pointer for a buffer is legal, and faults that the kernel causes with it are reported with the argument's name.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::inside::opencl {

// Replaces functions of `table` that make kernels, set arguments and launch. The new functions call the old ones, and
// query `next`. `next` must stay.
void name_arguments(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::inside::opencl
