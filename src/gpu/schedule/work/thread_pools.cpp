#include "gpu/schedule/work/thread_pools.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

// Returns the pool of EU `eu` of subslice `subslice`. A hexadecimal digit describes three EUs, two digits a subslice.
unsigned find_pool(std::uint32_t configuration, unsigned subslice, unsigned eu) {
  return bit(configuration, 8 * subslice + 4 * (eu / 3) + eu % 3) ? 1 : 0;
}

}  // namespace

Result<ThreadPools> ThreadPools::make(const Device& device, const PoolState& state) {
  static_assert(std::ranges::all_of(kDevices, [](const Device& each) {
    return each.total_eus() <= kMaxEusOfDevice && each.total_subslices() <= kMaxPools &&
           (!each.has_thread_pools || each.eus == 6);
  }));
  ThreadPools pools;
  pools.threads_of_eu_ = device.threads;
  pools.are_subslices_ = !state.enabled || !device.has_thread_pools;
  std::size_t next = 0;
  const unsigned mask = device.subslice_mask();
  for (unsigned number = 0; number < kMaxPools; ++number) {
    const std::size_t first = next;
    unsigned subslice_of_device = 0;
    for (unsigned at = 0; at < device.slices * kMaxPools; ++at) {
      const unsigned slice = at / kMaxPools, subslice = at % kMaxPools;
      if (!bit(mask, subslice)) continue;
      const unsigned own = subslice_of_device++;
      for (unsigned eu = 0; eu < device.eus; ++eu) {
        const unsigned pool = pools.are_subslices_ ? own : find_pool(state.configuration, subslice, eu);
        if (pool != number) continue;
        const isa::TopologyBits& bits = device.gen->topology;
        pools.eus_[next++] = static_cast<std::uint16_t>(
            scatter_bits(slice, bits.slice) | scatter_bits(subslice, bits.subslice) | scatter_bits(eu, bits.eu));
      }
    }
    pools.sizes_[number] = static_cast<std::uint8_t>(next - first);
  }
  const unsigned largest = *std::ranges::max_element(pools.sizes_);
  if (!pools.are_subslices_ && largest > kMaxEus) {
    return fail(fmt::format("MEDIA_POOL_STATE: configuration {:#x} makes a pool of {} EUs; the most is {}",
                            state.configuration, largest, kMaxEus),
                "BXT PRM vol6 Thread Pools");
  }
  return pools;
}

unsigned ThreadPools::max_threads() const {
  return std::min(*std::ranges::max_element(sizes_) * threads_of_eu_, kMaxThreads);
}

unsigned ThreadPools::groups(unsigned threads) const {
  unsigned all = 0;
  for (const unsigned size : sizes_) all += size * threads_of_eu_ / threads;
  return all;
}

std::uint16_t ThreadPools::topology(unsigned group, unsigned threads, unsigned index) const {
  std::size_t first = 0;
  for (const unsigned size : sizes_) {
    const unsigned here = size * threads_of_eu_ / threads;
    if (group < here) {
      const unsigned slot = group * threads + index;
      return static_cast<std::uint16_t>(eus_[first + slot / threads_of_eu_] | slot % threads_of_eu_);
    }
    group -= here;
    first += size;
  }
  return 0;  // more groups than fit
}

}  // namespace eugene::gpu
