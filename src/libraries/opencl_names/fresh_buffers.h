// Fills new buffers and shared memory in a run with --fill, where they would begin with zeros.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::i915 {

// Does nothing in other runs.
void fill_new_buffers(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::i915
