// Kernels that stated the size of their groups, and were built for a checked run so that they do not (checked_build.h).
// Launches behave as if the kernels still stated the size.
#pragma once

#include <CL/cl.h>

#include <optional>

#include "first_builds.h"
#include "layer/hooks.h"

namespace eugene::inside::opencl {

// Returns the first build of a kernel that stated the size of its groups and does not state it any more.
std::optional<FirstBuild::Kernel> stated(cl_kernel kernel);

Hooks stated_group_hooks();

}  // namespace eugene::inside::opencl
