// Which part of the GPU's threads a kernel occupies, and what limits it: the EU threads themselves, shared local
// memory, barriers, or the number of groups that the program launches. Registers never do: each EU thread has all 128,
// whatever the kernel uses (SKL PRM vol7 "EU Register Files"), and scratch memory is there for every thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/device_model.h"

namespace eugene::profile {

struct GroupLimit {
  std::string_view what;
  std::uint64_t groups = 0;
};

struct Occupancy {
  std::vector<GroupLimit> limits;  // the least first; none: nothing is known
  std::uint64_t groups = 0;        // at a time
  unsigned group_threads = 1;
  std::uint64_t capacity = 1;  // threads of the GPU

  std::uint64_t threads() const { return groups * group_threads; }
  double share() const { return static_cast<double>(threads()) / static_cast<double>(capacity); }
};

Occupancy occupancy(const DeviceModel& device);

}  // namespace eugene::profile
