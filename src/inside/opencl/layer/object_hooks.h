// The first part of a layer: follows the program's objects for all other parts (objects.h).
#pragma once

#include "hooks.h"

namespace eugene::inside::opencl {

Hooks object_hooks();

}  // namespace eugene::inside::opencl
