#include "gpu/schedule/job/worker_result.h"

#include <utility>

namespace eugene::gpu {

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
