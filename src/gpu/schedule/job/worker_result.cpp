#include "gpu/schedule/job/worker_result.h"

#include <string>
#include <utility>

#include "gpu/schedule/work/payload.h"

namespace eugene::gpu {

GroupFault make_fault(const Work& work, std::uint64_t group, unsigned thread, eu::Fault fault) {
  const WorkItem item = work.payload->item(group, thread, fault.lane.value_or(0));
  Site site{.access = std::string(fault.access ? find_name(*fault.access) : ""), .instruction = fault.ip, .item = item};
  return {.group = group,
          .fault = {.fault = std::move(fault),
                    .kernel_address = work.kernel_address(),
                    .code = {},
                    .kernel = {},
                    .site = std::move(site),
                    .null_arguments = {},
                    .hint = {}}};
}

void WorkerResult::add_fault(GroupFault&& more) {
  if (!fault || more.group < fault->group) fault = std::move(more);
}

void WorkerResult::add_recovered(std::uint32_t ip, GroupFault&& more) {
  const auto [found, is_new] = recovered.try_emplace(ip, std::move(more));
  if (!is_new && more.group < found->second.group) found->second = std::move(more);
}

void WorkerResult::add(WorkerResult&& more) {
  groups += more.groups;
  interpreted += more.interpreted;
  compiled += more.compiled;
  digest += more.digest;
  if (more.fault) add_fault(std::move(*more.fault));
  for (auto& [ip, each] : more.recovered) add_recovered(ip, std::move(each));
}

}  // namespace eugene::gpu
