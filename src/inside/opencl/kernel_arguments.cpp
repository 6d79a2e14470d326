#include "kernel_arguments.h"

#include <utility>

namespace eugene::inside::opencl {

void KernelArguments::add(cl_kernel kernel) {
  const std::scoped_lock lock(mutex_);
  kernels_[kernel] = {};
}

void KernelArguments::clone(cl_kernel from, cl_kernel to) {
  const std::scoped_lock lock(mutex_);
  Known copy = kernels_[from];
  kernels_[to] = std::move(copy);
}

void KernelArguments::remove(cl_kernel kernel) {
  const std::scoped_lock lock(mutex_);
  kernels_.erase(kernel);
}

void KernelArguments::set(cl_kernel kernel, cl_uint number, bool is_null, cl_int result) {
  const std::scoped_lock lock(mutex_);
  ArgumentState& argument = kernels_[kernel].arguments[number];
  argument.error = result;
  if (result != CL_SUCCESS) return;
  argument.is_set = true;
  argument.image.reset();
  argument.is_null = is_null;
}

void KernelArguments::give(cl_kernel kernel, const eugene_argument& given) {
  const std::scoped_lock lock(mutex_);
  kernels_[kernel].arguments[given.number].given = given;
}

void KernelArguments::give_image(cl_kernel kernel, cl_uint number, const ImageArgument& image) {
  const std::scoped_lock lock(mutex_);
  kernels_[kernel].arguments[number].image = image;
}

std::map<cl_uint, ArgumentState> KernelArguments::arguments(cl_kernel kernel) {
  const std::scoped_lock lock(mutex_);
  return kernels_[kernel].arguments;
}

std::vector<cl_uint> KernelArguments::null_arguments(cl_kernel kernel) {
  const std::scoped_lock lock(mutex_);
  std::vector<cl_uint> numbers;
  for (const auto& [number, each] : kernels_[kernel].arguments) {
    if (each.is_null) numbers.push_back(number);
  }
  return numbers;
}

bool KernelArguments::is_new(cl_kernel kernel, const std::string& text) {
  const std::scoped_lock lock(mutex_);
  return kernels_[kernel].told.insert(text).second;
}

std::size_t KernelArguments::size() {
  const std::scoped_lock lock(mutex_);
  return kernels_.size();
}

}  // namespace eugene::inside::opencl
