// Facts about programs of OpenCL. Safe for several threads.
#pragma once

#include <CL/cl.h>

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace eugene::inside::opencl {

template <class T>
class ByProgram {
 public:
  using Known = std::shared_ptr<const T>;

  void keep(cl_program program, T known) {
    const std::scoped_lock lock(mutex_);
    known_[program] = std::make_shared<const T>(std::move(known));
  }
  void forget(cl_program program) {
    const std::scoped_lock lock(mutex_);
    known_.erase(program);
  }
  // Returns the facts, or null if there are none.
  Known of(cl_program program) const {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(program);
    return found == known_.end() ? nullptr : found->second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<cl_program, Known> known_;
};

}  // namespace eugene::inside::opencl
