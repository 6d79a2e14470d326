// Which EUs the threads of a group may lie on: BXT PRM vol6 "Thread Pools".
//
// In LegacyMode, the initial mode of contexts, a group lies in one subslice. MEDIA_POOL_STATE makes pools of EUs, in
// which a group may span subslices. Its page, with the layout and the rules for configurations, is not public. Linux
// programs 0x777000 for three subslices of six EUs and lists the results (intel_renderstate.c): two pools of 9, and
// with subslice 0, 1 or 2 fused off 3 and 9, 6 and 6, 9 and 3. One interpretation explains all four: each subslice has
// a byte of the second dword, each EU a bit that is its pool's number, three EUs to a hexadecimal digit.
#pragma once

#include <array>
#include <cstdint>

#include "base/diagnostic.h"
#include "gpu/commands/state.h"
#include "gpu/device.h"

namespace eugene::gpu {

class ThreadPools {
 public:
  static constexpr std::uint32_t kDefaultConfiguration = 0x777000;
  static constexpr unsigned kMostEus = 9;       // of a pool
  static constexpr unsigned kMostThreads = 64;  // GPGPU_WALKER counts so far

  // LegacyMode if `state` is not enabled, or the device has no pools. Fails if no public configuration has such a pool.
  static Result<ThreadPools> make(const Device& device, const PoolState& state);

  bool are_subslices() const { return are_subslices_; }
  // EU threads of the largest group.
  unsigned most_threads() const;
  // The number of groups of `threads` threads that fit at a time.
  unsigned groups(unsigned threads) const;
  // sr0.0 15:0 of thread `index` of the group of `threads` that is number `group` of those.
  std::uint16_t topology(unsigned group, unsigned threads, unsigned index) const;
  // EUs of pool `number`; 0: there is none.
  unsigned eus(unsigned number) const { return number < sizes_.size() ? sizes_[number] : 0U; }

 private:
  static constexpr unsigned kMostEusOfDevice = 24;
  static constexpr unsigned kMostPools = 4;

  unsigned threads_of_eu_ = 1;
  bool are_subslices_ = true;
  std::array<std::uint16_t, kMostEusOfDevice> eus_{};  // slice, subslice and EU as in sr0, pool by pool
  std::array<std::uint8_t, kMostPools> sizes_{};       // of the pools, in EUs
};

}  // namespace eugene::gpu
