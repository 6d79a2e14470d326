#include "accesses/trace_source.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "accesses/recorder.h"
#include "base/stage.h"
#include "gpu/schedule/observe/buffer_address.h"
#include "profile/profile_source.h"

namespace eugene::accesses {
namespace {

// Returns the surfaces that the kernel's messages or arguments name. Surfaces that do not exist are left out.
std::vector<LaunchPlaces::Buffer> list_buffers(const gpu::ObservedDispatch& dispatch, const CodePlaces& places,
                                               const std::map<unsigned, std::string>& names) {
  std::set<unsigned> surfaces;
  for (const auto& [surface, name] : names) surfaces.insert(surface);
  for (const CodePlaces::Instruction& each : places.instructions) {
    if (each.surface >= 0) surfaces.insert(static_cast<unsigned>(each.surface));
  }
  std::vector<LaunchPlaces::Buffer> buffers;
  for (const unsigned surface : surfaces) {
    const auto state = gpu::surface_state(dispatch, surface);
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

// Returns the name of a launch's kernel; for a shader without a name, the name of its stage.
std::string find_name(const gpu::ObservedDispatch& launch, const std::string& kernel) {
  const Stage stage = launch.work.stage;
  return kernel.empty() && stage != Stage::compute ? std::string(shader_name(stage)) : kernel;
}

class TracedDispatch final : public gpu::DispatchObserver {
 public:
  TracedDispatch(Trace& trace, const Kinds& kinds, const gpu::ObservedDispatch& of,
                 std::shared_ptr<const LaunchPlaces> places)
      : trace_(&trace), kinds_(kinds), kernel_(of.kernel), traced_(kernel_), places_(std::move(places)) {
    profile::DeviceModel model =
        profile::make_device_model(of.device, of.pools, of.work.threads, of.work.slm_bytes, of.work.l3_control,
                                   profile::has_barrier(of.kernel.program()));
    model.launch(of.groups);
    launch_ = trace.begin_launch({.first = 0,
                                  .kernel = find_name(of, places_->code->kernel),
                                  .device = std::string(of.device.full_name),
                                  .model = model,
                                  .code = {}},
                                 of.device.gen->name, of.code);
  }
  // Ends the launch in the trace, even if the dispatch failed.
  ~TracedDispatch() override { trace_->end_launch(launch_); }

  // Consecutive groups are written to the file together.
  std::uint64_t max_groups_taken() const override { return ~std::uint64_t{0}; }

  std::unique_ptr<eu::Observer> worker_begins() override {
    return std::make_unique<Recorder>(*trace_, launch_, traced_, kinds_, places_);
  }

 private:
  Trace* trace_;
  Kinds kinds_;
  eu::Kernel kernel_;
  TracedKernel traced_;
  std::shared_ptr<const LaunchPlaces> places_;
  std::uint64_t launch_ = 0;
};

}  // namespace

eu::Interest TraceSource::interest() const { return find_interest(kinds_); }

const TraceSource::Known& TraceSource::known(const gpu::ObservedDispatch& dispatch) {
  const std::scoped_lock lock(mutex_);
  if (const Known* found = known_.find(dispatch.code)) return *found;
  Known known{.facts = find_facts_ ? find_facts_(dispatch.code) : KernelFacts{}, .places = nullptr};
  known.places = std::make_shared<const CodePlaces>(make_places(dispatch.kernel.program(), known.facts));
  return known_[dispatch.code] = std::move(known);
}

std::unique_ptr<gpu::DispatchObserver> TraceSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  const Known& kernel = known(dispatch);
  auto places = std::make_shared<const LaunchPlaces>(kernel.places,
                                                     list_buffers(dispatch, *kernel.places, kernel.facts.surfaces));
  return std::make_unique<TracedDispatch>(trace_, kinds_, dispatch, std::move(places));
}

}  // namespace eugene::accesses
