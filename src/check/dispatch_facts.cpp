#include "check/dispatch_facts.h"

#include <utility>

namespace eugene::check {
namespace {

std::string make_key(const binary::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch) {
  std::string key = kernel.name + '\0';
  key.append(reinterpret_cast<const char*>(dispatch.code.data()), dispatch.code.size());
  return key;
}

}  // namespace

const KernelVariables& KernelFacts::variables(const binary::DeviceKernel& kernel,
                                              const gpu::ObservedDispatch& dispatch) {
  std::string key = make_key(kernel, dispatch);
  const std::scoped_lock lock(mutex_);
  auto known = variables_.find(key);
  if (known == variables_.end()) {
    const SourceLines lines = host_->find_origin(dispatch.code, kernel.name).lines;
    known = variables_.emplace(std::move(key), kernel_variables(kernel, dispatch.kernel, lines, dispatch.work)).first;
  }
  return known->second;
}

const SourceOrder& KernelFacts::order(const binary::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch) {
  std::string key = make_key(kernel, dispatch);
  const std::scoped_lock lock(mutex_);
  auto known = orders_.find(key);
  if (known == orders_.end()) {
    const SourceLines lines = host_->find_origin(dispatch.code, kernel.name).lines;
    known = orders_.emplace(std::move(key), make_source_order(dispatch.kernel.program(), lines)).first;
  }
  return known->second;
}

}  // namespace eugene::check
