// Programs whose kernels are compute shaders: of OpenGL or Vulkan, by Mesa's drivers.
#pragma once

#include "checked/check_source.h"

namespace eugene::i915 {

// Not none where this process has loaded one of Mesa's drivers for these GPUs, and nothing else that launches kernels.
// With both of them it is Vulkan's.
checked::Shaders loaded_shaders();

}  // namespace eugene::i915
