// What a compiled kernel is: the JIT's, where this build has one.
#pragma once

#if EUGENE_HAS_JIT
#include "jit/host/compiled_kernel.h"
#endif

namespace eugene::gpu {

#if EUGENE_HAS_JIT
struct KernelCode {
  jit::CompiledKernel compiled;
};
#else
struct KernelCode {};
#endif

}  // namespace eugene::gpu
