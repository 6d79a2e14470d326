// Programs whose kernels are compute shaders: of OpenGL or Vulkan, by Mesa's drivers.
#pragma once

namespace eugene::i915 {

// Whether this process has loaded one of Mesa's drivers for these GPUs, and nothing else that launches kernels.
bool has_shaders_alone();

}  // namespace eugene::i915
