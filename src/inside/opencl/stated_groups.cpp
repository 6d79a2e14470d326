#include "stated_groups.h"

#include <cstddef>
#include <memory>

#include "info.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

std::shared_ptr<const FirstBuild> find_first_build(cl_kernel kernel) {
  if (kernel == nullptr) return nullptr;
  auto first = layer().builds.first.of(kernel_info<cl_program>(kernel, CL_KERNEL_PROGRAM, nullptr));
  return first == nullptr || first->states_groups ? nullptr : first;
}

// Returns the first build of a kernel that stated the size of its groups and does not state it any more.
std::optional<FirstBuild::Kernel> stated_in(const FirstBuild& first, cl_kernel kernel) {
  const auto found = first.kernels.find(find_name(kernel));
  if (found == first.kernels.end() || found->second.group == GroupSize{}) return std::nullopt;
  return found->second;
}

// Whether the driver would have refused groups of this size for the kernel's first build.
bool is_refused(const FirstBuild& first, const std::optional<FirstBuild::Kernel>& known, cl_uint dimensions,
                const size_t* global, const size_t* local) {
  for (cl_uint i = 0; i < dimensions; ++i) {
    if (known && local[i] != known->group[i]) return true;
    const bool is_smaller_at_end = global != nullptr && local[i] != 0 && global[i] % local[i] != 0;
    if (is_smaller_at_end && !first.allows_smaller_groups) return true;
  }
  return false;
}

cl_int launch(Next<&T::clEnqueueNDRangeKernel> next, cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
              const size_t* offset, const size_t* global, const size_t* local, cl_uint count, const cl_event* events,
              cl_event* event) {
  static constexpr GroupSize kRefused{};  // zeros: refused with the same error, in the same order of checks
  const auto first = find_first_build(kernel);
  const bool may_differ = first != nullptr && dimensions <= kRefused.size();
  const auto known = may_differ ? stated_in(*first, kernel) : std::nullopt;
  const size_t* size = local;
  if (local == nullptr && known) size = known->group.data();
  if (local != nullptr && may_differ && is_refused(*first, known, dimensions, global, local)) size = kRefused.data();
  return next(queue, kernel, dimensions, offset, global, size, count, events, event);
}

cl_int launch_task(Next<&T::clEnqueueTask> next, cl_command_queue queue, cl_kernel kernel, cl_uint count,
                   const cl_event* events, cl_event* event) {
  constexpr std::size_t kOne = 1;
  if (stated(kernel))
    return launch(next.other<&T::clEnqueueNDRangeKernel>(), queue, kernel, 1, nullptr, &kOne, &kOne, count, events,
                  event);
  return next(queue, kernel, count, events, event);
}

}  // namespace

std::optional<FirstBuild::Kernel> stated(cl_kernel kernel) {
  const auto first = find_first_build(kernel);
  return first == nullptr ? std::nullopt : stated_in(*first, kernel);
}

Hooks stated_group_hooks() {
  return {hook<&T::clEnqueueNDRangeKernel, launch>(), hook<&T::clEnqueueTask, launch_task>()};
}

}  // namespace eugene::inside::opencl
