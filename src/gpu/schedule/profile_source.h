// Profiles of what a GPU executes (src/profile).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "gpu/device.h"
#include "gpu/schedule/observation.h"
#include "gpu/schedule/thread_pools.h"
#include "profile/device_model.h"
#include "profile/profiler.h"

namespace eugene::gpu {

// The properties of a device that a profile needs, for groups of `threads` threads and `slm_bytes` of shared local
// memory. `l3_control`: L3CNTLREG; 0: as it is usually divided, with shared local memory where the kernel has any.
// `has_barrier`: the threads of a group wait for each other.
profile::DeviceModel device_model_of(const Device& device, const ThreadPools& pools, unsigned threads,
                                     std::uint32_t slm_bytes, std::uint32_t l3_control, bool has_barrier = false);

// Counts every dispatch into a profiler.
class ProfileSource final : public ObserverSource {
 public:
  explicit ProfileSource(std::shared_ptr<profile::Profiler> profiler, const profile::Parameters& parameters = {})
      : profiler_(std::move(profiler)), parameters_(parameters) {}
  eu::Interest interest() const override;
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) override;

 private:
  std::shared_ptr<profile::Profiler> profiler_;
  profile::Parameters parameters_;
};

}  // namespace eugene::gpu
