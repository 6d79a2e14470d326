#include "gpu/schedule/trace_source.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "gpu/schedule/buffer_address.h"
#include "gpu/schedule/profile_source.h"
#include "trace/recorder.h"

namespace eugene::gpu {
namespace {

// The surfaces that messages of the kernel or its arguments name. Those that are not there are left out.
std::vector<trace::LaunchPlaces::Buffer> buffers_of(const ObservedDispatch& dispatch, const trace::CodePlaces& places,
                                                    const std::map<unsigned, std::string>& names) {
  std::set<unsigned> surfaces;
  for (const auto& [surface, name] : names) surfaces.insert(surface);
  for (const trace::CodePlaces::Instruction& each : places.instructions) {
    if (each.surface >= 0) surfaces.insert(static_cast<unsigned>(each.surface));
  }
  std::vector<trace::LaunchPlaces::Buffer> buffers;
  for (const unsigned surface : surfaces) {
    const auto state = surface_state(dispatch, surface);
    if (!state || state->type == memory::SurfaceType::null) continue;
    const auto name = names.find(surface);
    const std::uint64_t bytes = state->is_buffer() ? state->bytes() : 0;
    buffers.push_back({.begin = state->base,
                       .end = state->base + bytes,
                       .surface = static_cast<std::int32_t>(surface),
                       .name = name == names.end() ? fmt::format("surface {}", surface) : name->second});
  }
  return buffers;
}

class TracedDispatch final : public DispatchObserver {
 public:
  TracedDispatch(trace::Trace& trace, const trace::Kinds& kinds, const ObservedDispatch& of,
                 std::shared_ptr<const trace::LaunchPlaces> places)
      : trace_(&trace), kinds_(kinds), kernel_(of.kernel), traced_(kernel_), places_(std::move(places)) {
    profile::DeviceModel model = device_model_of(of.device, of.pools, of.work.threads, of.work.slm_bytes,
                                                 of.work.l3_control, profile::has_barrier(of.kernel.program()));
    model.launch(of.groups);
    launch_ = trace.begin_launch({.first = 0,
                                  .kernel = places_->code->kernel,
                                  .device = std::string(of.device.full_name),
                                  .model = model,
                                  .code = {}},
                                 of.device.gen->name, of.code);
  }
  // However it ends.
  ~TracedDispatch() override { trace_->end_launch(launch_); }

  // Groups in a row reach the file together.
  std::uint64_t most_groups_taken() const override { return ~std::uint64_t{0}; }

  std::unique_ptr<eu::Observer> worker_begins() override {
    return std::make_unique<trace::Recorder>(*trace_, launch_, traced_, kinds_, places_);
  }

 private:
  trace::Trace* trace_;
  trace::Kinds kinds_;
  eu::Kernel kernel_;
  trace::TracedKernel traced_;
  std::shared_ptr<const trace::LaunchPlaces> places_;
  std::uint64_t launch_ = 0;
};

}  // namespace

eu::Interest TraceSource::interest() const { return trace::interest_of(kinds_); }

const TraceSource::Known& TraceSource::known(const ObservedDispatch& dispatch) {
  const std::scoped_lock lock(mutex_);
  const std::string key(reinterpret_cast<const char*>(dispatch.code.data()), dispatch.code.size());
  auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  Known known{.facts = facts_of_ ? facts_of_(dispatch.code) : trace::KernelFacts{}, .places = nullptr};
  known.places = std::make_shared<const trace::CodePlaces>(trace::places_of(dispatch.kernel.program(), known.facts));
  return known_.emplace(key, std::move(known)).first->second;
}

std::unique_ptr<DispatchObserver> TraceSource::dispatch_begins(const ObservedDispatch& dispatch) {
  const Known& kernel = known(dispatch);
  auto places = std::make_shared<const trace::LaunchPlaces>(
      kernel.places, buffers_of(dispatch, *kernel.places, kernel.facts.surfaces));
  return std::make_unique<TracedDispatch>(trace_, kinds_, dispatch, std::move(places));
}

}  // namespace eugene::gpu
