// The work-items that the channels of an OpenCL kernel's threads are. The GPU does not know them: the driver writes the
// local ids into each thread's own constants, as words, x then y then z, each padded to whole registers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/schedule/work.h"

namespace eugene::debug {

using Item = std::array<std::uint32_t, 3>;

class WorkItems {
 public:
  explicit WorkItems(const gpu::Work& work);

  // Without the offset that a program may give to a launch. None if the kernel gets no local ids.
  std::optional<Item> global(std::uint64_t group, unsigned thread, unsigned channel) const;

 private:
  std::vector<std::vector<Item>> local_;  // by thread and channel; empty: unknown
  Item size_{1, 1, 1};                    // of a group
  const gpu::Work* work_;
};

std::string text_of(const Item& item);

}  // namespace eugene::debug
