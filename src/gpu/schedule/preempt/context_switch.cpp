#include "gpu/schedule/preempt/context_switch.h"

#include <optional>
#include <utility>

#include "gpu/schedule/preempt/context_save.h"

namespace eugene::gpu {

bool switch_context(SuspendedJob& suspended, Transfer transfer, KernelAddresses& kernels, memory::View& view) {
  if (!suspended.has_image()) return true;
  Job& job = suspended.job;
  const Work& work = *job.work;
  const std::uint64_t address = (work.bases.instruction + work.system_ip) & memory::kAddressMask;
  const auto routine = kernels.find(address, 0, view);
  for (unsigned number = 0; number != job.workers; ++number) {
    Job::Slot& place = job.slots[number];
    if (!place.work || !place.work->group) continue;
    SuspendedGroup& group = *place.work->group;
    std::optional<ContextSave::Failure> failure;
    if (routine) {
      ContextSave context(*job.device, job.pools, work.csr_base, (*routine)->kernel(), view);
      failure = transfer == Transfer::save ? context.save(group, number) : context.restore(group, number);
    } else {
      failure = {.fault = {.what = "there is no system routine: " + routine.error().message}};
    }
    if (!failure) continue;
    GroupFault fault = make_fault(work, group.index, failure->thread, std::move(failure->fault));
    fault.fault.kernel_address = address;
    fault.fault.hint = "the kernel was preempted; see STATE_SIP and GPGPU_CSR_BASE_ADDRESS";
    suspended.result.add_fault(std::move(fault));
    return false;
  }
  return true;
}

}  // namespace eugene::gpu
