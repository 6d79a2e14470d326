// Remembers how a program sets the arguments of its kernels, to name those that it forgot. The driver refuses to launch
// a kernel with an argument that was never set, by an error code that many programs do not look at; a null pointer for
// a buffer is legal, and what the kernel does with it then is reported with the argument's name.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::i915 {

// Replaces functions of `table` that make kernels, set arguments and launch by ones that call those that `table` had,
// and ask `next`. `next` must stay.
void name_arguments(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::i915
