#include "profile/profile_source.h"

#include <algorithm>

#include "profile/recorder.h"

namespace eugene::profile {
namespace {

class ProfiledDispatch final : public gpu::DispatchObserver {
 public:
  ProfiledDispatch(std::shared_ptr<Profiler> profiler, const Parameters& parameters, const gpu::ObservedDispatch& of)
      : profiler_(std::move(profiler)) {
    DeviceModel model = make_device_model(of.device, of.pools, of.work.threads, of.work.slm_bytes, of.work.l3_control,
                                          has_barrier(of.kernel.program()));
    model.parameters = parameters;
    record_ = profiler_->begin(model, of.kernel, of.code, of.groups);
    record_->set_stage(of.work.stage);
  }

  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Recorder>(*record_); }
  void dispatch_ends(std::uint64_t threads) override { profiler_->end(std::move(record_), threads); }

 private:
  std::shared_ptr<Profiler> profiler_;
  std::unique_ptr<DispatchRecord> record_;
};

}  // namespace

eu::Interest ProfileSource::interest() const { return Recorder::kInterest; }

std::unique_ptr<gpu::DispatchObserver> ProfileSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  return std::make_unique<ProfiledDispatch>(profiler_, parameters_, dispatch);
}

DeviceModel make_device_model(const gpu::Device& device, const gpu::ThreadPools& pools, unsigned threads,
                              std::uint32_t slm_bytes, std::uint32_t l3_control, bool has_barrier) {
  DeviceModel model{.eus = device.total_eus(),
                    .threads_of_eu = device.threads,
                    .slm_blocks = std::max<unsigned>(device.slm_blocks, 1),
                    .l3_banks = device.l3_banks,
                    .l3_bank = memory::find_l3_bank(device.l3_bank_bytes),
                    .l3_control = l3_control,
                    .has_slm = slm_bytes != 0,
                    .group_threads = threads,
                    .group_slm_bytes = slm_bytes};
  model.limits.threads = std::max(pools.groups(threads), 1U);
  model.resident_groups = model.limits.threads;
  const auto limit = [&](unsigned& limited, unsigned groups) {
    limited = groups;
    model.resident_groups = std::min(model.resident_groups, groups);
  };
  if (slm_bytes != 0) limit(model.limits.local_memory, std::max(device.slm_bytes / slm_bytes, 1U) * model.slm_blocks);
  if (has_barrier) limit(model.limits.barriers, std::max(device.barriers * device.total_subslices(), 1U));
  return model;
}

}  // namespace eugene::profile
