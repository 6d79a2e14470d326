// The work-items of a program that the channels of threads are: their local ids as the driver has written them into
// each thread's own constants, or else counted from the first, x fastest.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gpu/schedule/work.h"

namespace eugene::gpu {

using ItemId = std::array<std::uint32_t, 3>;  // x, y, z

class WorkItems {
 public:
  // `work` must outlive this. `local`: the size of a group, `offset`: of global ids, as the program has launched it;
  // zeros: a size that the driver has chosen.
  WorkItems(const Work& work, const ItemId& local, const ItemId& offset);

  // Nothing: not known.
  std::optional<ItemId> local_id(unsigned thread, unsigned channel) const;
  std::optional<ItemId> global_id(std::uint64_t group, unsigned thread, unsigned channel) const;

 private:
  std::optional<ItemId> written_id(unsigned thread, unsigned channel) const;
  ItemId written_size() const;

  const Work* work_;
  ItemId local_{};  // size; zeros: not known
  ItemId offset_{};
  bool is_written_ = false;  // ids are in the threads' constants
};

}  // namespace eugene::gpu
