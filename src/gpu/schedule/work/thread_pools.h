// The EUs that the threads of a group may use: BXT PRM vol6 "Thread Pools".
//
// In LegacyMode, the initial mode of contexts, a group lies in one subslice. MEDIA_POOL_STATE makes pools of EUs, in
// which a group may span subslices. The documents' page with its layout and the rules for configurations is not public.
// Linux programs 0x777000 for three subslices of six EUs and lists the results (intel_renderstate.c): two pools of 9,
// and with subslice 0, 1 or 2 fused off 3 and 9, 6 and 6, 9 and 3. One interpretation explains all four: each subslice
// has a byte of the second dword, each EU a bit that is its pool's number, three EUs to a hexadecimal digit.
#pragma once

#include <array>
#include <cstdint>

#include "base/diagnostic.h"
#include "gpu/device.h"
#include "gpu/pipeline/state.h"

namespace eugene::gpu {

class ThreadPools {
 public:
  static constexpr std::uint32_t kDefaultConfiguration = 0x777000;
  static constexpr unsigned kMaxEus = 9;       // max EUs of a pool
  static constexpr unsigned kMaxThreads = 64;  // max threads of a group in GPGPU_WALKER

  // Makes the pools of `state`; LegacyMode if `state` is not enabled, or the device has no pools. Fails if no public
  // configuration has such a pool.
  static Result<ThreadPools> make(const Device& device, const PoolState& state);

  bool are_subslices() const { return are_subslices_; }
  // Number of EU threads that the largest group may have.
  unsigned max_threads() const;
  // Number of groups of `threads` threads that fit at the same time.
  unsigned groups(unsigned threads) const;
  // Returns sr0.0 15:0 of thread `index` of a group. `group` is the index of the group among the groups of `threads`
  // threads that fit.
  std::uint16_t topology(unsigned group, unsigned threads, unsigned index) const;
  // Number of EUs of pool `number`; 0 if no such pool exists.
  unsigned eus(unsigned number) const { return number < sizes_.size() ? sizes_[number] : 0U; }

 private:
  static constexpr unsigned kMaxEusOfDevice = 24;
  static constexpr unsigned kMaxPools = 4;

  unsigned threads_of_eu_ = 1;
  bool are_subslices_ = true;
  std::array<std::uint16_t, kMaxEusOfDevice> eus_{};  // slice, subslice and EU as in sr0, pool by pool
  std::array<std::uint8_t, kMaxPools> sizes_{};       // EUs of each pool
};

}  // namespace eugene::gpu
