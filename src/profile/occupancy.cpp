#include "profile/occupancy.h"

#include <algorithm>

namespace eugene::profile {

Occupancy occupancy(const DeviceModel& device) {
  Occupancy result{.limits = {},
                   .groups = device.resident_groups,
                   .group_threads = device.group_threads,
                   .capacity = std::uint64_t{device.eus} * device.threads_of_eu};
  const auto add = [&](std::string_view what, std::uint64_t groups) {
    if (groups != 0) result.limits.push_back({what, groups});
  };
  const GroupLimits& limits = device.limits;
  add("threads", limits.threads);
  add("shared local memory", limits.local_memory);
  add("barriers", limits.barriers);
  add("groups launched", limits.launched);
  std::ranges::stable_sort(result.limits, {}, &GroupLimit::groups);
  return result;
}

}  // namespace eugene::profile
