#include "gpu/schedule/job/dispatch_variation.h"

#include <cstddef>
#include <vector>

namespace eugene::gpu {

void DispatchVariation::vary(Job& job, memory::View& view) {
  if (!shuffle_.is_on() && !fill_.is_there()) return;
  job.seed = mixed_seed(shuffle_.seed.value_or(0), dispatches_++);
  if (shuffle_.is_on()) {
    job.shuffled.emplace(job.groups, job.seed);
    job.taken = 1;
  }
  if (fill_.is_there() && job.work->scratch_base != 0) fill_scratch(job, view);
}

// Scratch memory holds remains of earlier threads, which are as undefined as the contents of new memory.
void DispatchVariation::fill_scratch(const Job& job, memory::View& view) const {
  const Work& work = *job.work;
  std::vector<std::byte> contents(work.scratch_bytes());
  for (unsigned thread = 0; thread != job.device->total_threads(); ++thread) {
    fill_.write(contents, mixed_seed(job.seed, thread));
    const std::uint64_t offset = work.bases.general + work.scratch_base + thread * contents.size();
    (void)view.write(offset & memory::kAddressMask, contents);  // part of the memory may not be mapped
  }
}

}  // namespace eugene::gpu
