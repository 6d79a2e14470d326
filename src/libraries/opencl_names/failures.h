// What the driver does not tell a program by itself: that work has failed, where the program asks for the state of an
// event again and again, or reads and waits. The driver looks at the context's state only where it waits in the kernel.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::i915 {

// Replaces those functions of `table` by ones that ask `next`, which must stay.
void tell_failures(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::i915
