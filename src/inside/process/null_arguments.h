// Arguments that a program of OpenCL has set to null pointers, as reported by the OpenCL layer
// (opencl/arguments.h).
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>

namespace eugene::inside::process {

class NullArguments {
 public:
  // `argument` is the argument's number and name, for people. Call before the kernel is launched.
  void add(const std::string& kernel, const std::string& argument) {
    const std::scoped_lock lock(mutex_);
    of_kernel_[kernel].insert(argument);
  }
  bool empty() const {
    const std::scoped_lock lock(mutex_);
    return of_kernel_.empty();
  }
  // Returns the null arguments of all launches of `kernel`.
  std::set<std::string> of(const std::string& kernel) const {
    const std::scoped_lock lock(mutex_);
    const auto found = of_kernel_.find(kernel);
    return found == of_kernel_.end() ? std::set<std::string>() : found->second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::set<std::string>> of_kernel_;
};

}  // namespace eugene::inside::process
