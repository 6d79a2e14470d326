// Profiles the dispatches of a GPU (src/profile).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "gpu/device.h"
#include "gpu/schedule/observe/observation.h"
#include "gpu/schedule/work/thread_pools.h"
#include "profile/device_model.h"
#include "profile/profiler.h"

namespace eugene::profile {

// Returns the properties of a device that a profile needs, for groups of `threads` threads and `slm_bytes` of shared
// local memory. `l3_control` is L3CNTLREG; 0: the usual division, with shared local memory if the kernel has any.
// `has_barrier` is true if the threads of a group wait for each other.
DeviceModel make_device_model(const gpu::Device& device, const gpu::ThreadPools& pools, unsigned threads,
                              std::uint32_t slm_bytes, std::uint32_t l3_control, bool has_barrier = false);

// Adds every dispatch to a profiler.
class ProfileSource final : public gpu::ObserverSource {
 public:
  explicit ProfileSource(std::shared_ptr<Profiler> profiler, const Parameters& parameters = {})
      : profiler_(std::move(profiler)), parameters_(parameters) {}
  eu::Interest interest() const override;
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  std::shared_ptr<Profiler> profiler_;
  Parameters parameters_;
};

}  // namespace eugene::profile
