// The checks and the executor for launches that are checked for the same kinds of errors. Kernels are compiled for
// these kinds.
#pragma once

#include <memory>

#include "gpu/schedule/executor.h"
#include "launch/checks.h"

namespace eugene::capi {

struct CheckedExecutor {
  std::unique_ptr<launch::Checks> checks;
  std::unique_ptr<gpu::Executor> executor;
};

}  // namespace eugene::capi
