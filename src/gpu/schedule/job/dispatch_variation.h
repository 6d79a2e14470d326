// Varies what hardware leaves undefined, differently in each dispatch: the order of groups and threads, and the
// contents of scratch memory. Workers fill registers and local memory from the job's seed.
#pragma once

#include <cstdint>

#include "base/variation.h"
#include "gpu/schedule/job/job.h"
#include "memory/view.h"

namespace eugene::gpu {

class DispatchVariation {
 public:
  DispatchVariation(const Fill& fill, const Shuffle& shuffle) : fill_(fill), shuffle_(shuffle) {}

  // Whether one worker must run all groups, in the shuffled order.
  bool needs_one_worker() const { return shuffle_.is_on(); }
  // Must be called before `job` runs. `view` is a view of the job's memory.
  void vary(Job& job, memory::View& view);

 private:
  void fill_scratch(const Job& job, memory::View& view) const;

  Fill fill_;
  Shuffle shuffle_;
  std::uint64_t dispatches_ = 0;  // varied so far
};

}  // namespace eugene::gpu
