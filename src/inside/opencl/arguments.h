// Remembers how a program sets the arguments of its kernels, to name the arguments that the program forgot. The driver
// refuses to launch a kernel with an argument that was never set, by an error code that many programs ignore. A null
// pointer for a buffer is legal, and faults that the kernel causes with it are reported with the argument's name.
#pragma once

#include "layer/hooks.h"

namespace eugene::inside::opencl {

Hooks argument_hooks();

}  // namespace eugene::inside::opencl
