// What a program does itself with the contents of its buffers, in a checked run: what it writes counts as initialised,
// and of what it reads the check `init` has to know.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::i915 {

void watch_host_access(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::i915
