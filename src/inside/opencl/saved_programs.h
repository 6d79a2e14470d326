// Leaves the binaries of programs in the run's directory, where reports and statistics look for the names of kernels,
// since the GPU sees only their code.
#pragma once

#include <CL/cl.h>

#include <mutex>
#include <unordered_set>

#include "layer/hooks.h"

namespace eugene::inside::opencl {

// The programs whose current binaries have been written to the directory. Safe for several threads.
class SavedPrograms {
 public:
  bool add(cl_program program) {
    const std::scoped_lock lock(mutex_);
    return programs_.insert(program).second;
  }

  // Call when a program is built, which changes its binary, and when it begins or ends.
  void remove(cl_program program) {
    const std::scoped_lock lock(mutex_);
    programs_.erase(program);
  }

 private:
  std::mutex mutex_;
  std::unordered_set<cl_program> programs_;
};

Hooks saved_program_hooks();

}  // namespace eugene::inside::opencl
