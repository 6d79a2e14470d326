#include "gpu/schedule/race_facts.h"

namespace eugene::gpu {

checks::RaceFacts race_facts(const ObservedDispatch& dispatch) {
  const Work& work = dispatch.work;
  checks::RaceFacts facts{.threads = work.threads};
  // Scratch memory is of the EU's threads, by number: those of later groups have it again.
  if (work.scratch_base != 0) {
    const std::uint64_t begin = (work.bases.general + work.scratch_base) & memory::kAddressMask;
    facts.ignored.push_back({begin, begin + work.scratch_bytes() * dispatch.device.total_threads()});
  }
  return facts;
}

}  // namespace eugene::gpu
