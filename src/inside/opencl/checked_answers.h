// Answers queries about the programs of a checked run as if the programs had been built only as the program asked
// (checked_build.h): with their own source, binaries, options, log, and group sizes.
#pragma once

#include "layer/hooks.h"

namespace eugene::inside::opencl {

Hooks answer_hooks();

}  // namespace eugene::inside::opencl
