#include "gpu/schedule/trace_source.h"

#include <algorithm>

#include "gpu/schedule/profile_source.h"
#include "trace/recorder.h"

namespace eugene::gpu {
namespace {

class TracedDispatch final : public DispatchObserver {
 public:
  TracedDispatch(trace::Trace& trace, const trace::Kinds& kinds, const ObservedDispatch& of, std::string name)
      : trace_(&trace), kinds_(kinds), kernel_(of.kernel), traced_(kernel_) {
    profile::DeviceModel model =
        device_model_of(of.device, of.pools, of.work.threads, of.work.slm_bytes, of.work.l3_control);
    model.resident_groups = static_cast<unsigned>(std::clamp<std::uint64_t>(of.groups, 1, model.resident_groups));
    launch_ = trace.begin_launch(
        {.first = 0, .kernel = std::move(name), .device = std::string(of.device.full_name), .model = model, .code = {}},
        of.device.gen->name, of.code);
  }
  // However it ends.
  ~TracedDispatch() override { trace_->end_launch(launch_); }

  // Groups in a row reach the file together.
  std::uint64_t most_groups_taken() const override { return ~std::uint64_t{0}; }

  std::unique_ptr<eu::Observer> worker_begins() override {
    return std::make_unique<trace::Recorder>(*trace_, launch_, traced_, kinds_);
  }

 private:
  trace::Trace* trace_;
  trace::Kinds kinds_;
  eu::Kernel kernel_;
  trace::TracedKernel traced_;
  std::uint64_t launch_ = 0;
};

}  // namespace

eu::Interest TraceSource::interest() const { return trace::interest_of(kinds_); }

std::unique_ptr<DispatchObserver> TraceSource::dispatch_begins(const ObservedDispatch& dispatch) {
  return std::make_unique<TracedDispatch>(trace_, kinds_, dispatch, names_ ? names_(dispatch.code) : std::string());
}

}  // namespace eugene::gpu
