#include "objects.h"

namespace eugene::inside::opencl {

void Objects::begin(cl_kernel kernel, cl_program program) {
  if (kernel == nullptr) return;
  programs_.retain(program);
  {
    const std::scoped_lock lock(mutex_);
    program_of_[kernel] = program;
  }
  kernels_.begin(kernel);
  listener_->begins(kernel);
}

void Objects::release(cl_kernel kernel) {
  if (!kernels_.release(kernel)) return;
  listener_->ends(kernel);
  cl_program program = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = program_of_.extract(kernel); !found.empty()) program = found.mapped();
  }
  release(program);
}

std::optional<cl_program> Objects::program(cl_kernel kernel) {
  const std::scoped_lock lock(mutex_);
  const auto found = program_of_.find(kernel);
  return found == program_of_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace eugene::inside::opencl
