#include "check/check_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "check/checked_dispatch.h"
#include "check/known_shader.h"
#include "check/launch_facts.h"
#include "check/memory/shader_facts.h"
#include "gpu/media/gpgpu_work.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::check {
namespace {

// Finds nothing: the observer of a worker that is not checked. It wants instruction counts if the checks do, because
// code that was compiled for the checks then counts instructions.
class Nothing final : public eu::Observer {
 public:
  explicit Nothing(bool counts) : counts_(counts) {}
  eu::Interest interest() const override { return {.instructions = counts_}; }
  bool takes_batches() const override { return true; }

 private:
  bool counts_;
};

// The observer of a dispatch that is not checked. Also a check without findings, for a dispatch whose other checks may
// not want instruction counts.
class Unchecked final : public DispatchCheck, public gpu::DispatchObserver {
 public:
  // `interest` is the interest of all checks.
  explicit Unchecked(const eu::Interest& interest) : counts_(interest.instructions) {}
  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Nothing>(counts_); }

 private:
  bool counts_;
};

}  // namespace

CheckSource::CheckSource(const Kinds& kinds, Host host) : host_(std::move(host)), kernels_(host_) {
  for (const Check* each : kCheckKinds) {
    if (!kinds.has(each->kind) || each->make_source == nullptr) continue;
    interest_ |= each->interest;
    sources_.push_back({.source = each->make_source(), .checks_draws = each->checks_draws});
  }
}

bool CheckSource::has_any(const Kinds& kinds) {
  return std::ranges::any_of(kCheckKinds,
                             [&](const Check* each) { return kinds.has(each->kind) && each->make_source != nullptr; });
}

std::unique_ptr<gpu::DispatchObserver> CheckSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  const std::optional<Launched> found = launched(dispatch);
  if (host_.is_wanted && (!found || !host_.is_wanted())) return nullptr;
  DispatchFacts facts{.host = host_, .dispatch = dispatch, .kernels = kernels_, .compiled = interest_};
  if (!found) {
    const Shaders shaders = host_.shaders ? host_.shaders() : Shaders::none;
    return dispatch.work.stage == Stage::compute ? shader_begins(facts, shaders) : draw_begins(facts, shaders);
  }
  facts.launch = &found->launch;
  facts.kernel = found->kernel.get();
  return launch_begins(facts);
}

std::unique_ptr<gpu::DispatchObserver> CheckSource::launch_begins(const DispatchFacts& facts) {
  LaunchMemory memory = describe_memory(*facts.launch, *facts.kernel, host_.launches->allocations(), facts.dispatch);
  return begin(facts, std::move(memory), make_items(*facts.launch, facts.dispatch.work));
}

// Begins a dispatch of a compute shader: its groups and surfaces are known, but not the memory that the program
// requested.
std::unique_ptr<gpu::DispatchObserver> CheckSource::shader_begins(const DispatchFacts& facts, Shaders shaders) {
  const gpu::ObservedDispatch& dispatch = facts.dispatch;
  const bool is_dispatch = dynamic_cast<const gpu::GpgpuPayload*>(dispatch.work.payload.get()) != nullptr;
  if (shaders == Shaders::none || !is_dispatch) return std::make_unique<Unchecked>(interest_);
  binary::ComputeShader shader{.name = {}, .local = {}, .blocks = {}};
  if (host_.find_shader && dispatch.groups != 0)
    shader = host_.find_shader(dispatch.code, gpu::count_invocations(dispatch.work) / dispatch.groups);
  if (shader.name.empty()) shader.name = fmt::format("{:#x}", dispatch.work.kernel_address());
  LaunchMemory memory = make_shader_memory(dispatch, shader.name, shaders == Shaders::opengl);
  name_surfaces(memory, shader);
  name_shared_memory(memory, shader);
  const gpu::ItemId local = shader.local.value_or(gpu::ItemId{});
  return begin(facts, std::move(memory), gpu::WorkItems(dispatch.work, local, make_counting(dispatch, local)));
}

// Begins the vertices or pixels of a draw. Only a few kinds know enough about draws.
std::unique_ptr<gpu::DispatchObserver> CheckSource::draw_begins(const DispatchFacts& facts, Shaders shaders) {
  const bool has_check = shaders != Shaders::none && std::ranges::any_of(sources_, &Source::checks_draws);
  if (!has_check || !accesses_judged_memory(facts.dispatch.kernel.program()))
    return std::make_unique<Unchecked>(interest_);
  const gpu::Work& work = facts.dispatch.work;
  std::string name = fmt::format("{} {:#x}", shader_name(work.stage), work.kernel_address());
  LaunchMemory memory = make_shader_memory(facts.dispatch, std::move(name), shaders == Shaders::opengl);
  memory.has_helper_pixels = work.stage == Stage::pixel;
  return begin(facts, std::move(memory), gpu::WorkItems(work, gpu::ItemId{}, gpu::Counting::unknown));
}

std::unique_ptr<gpu::DispatchObserver> CheckSource::begin(const DispatchFacts& facts, LaunchMemory memory,
                                                          const gpu::WorkItems& items) {
  const bool is_draw = facts.dispatch.work.stage != Stage::compute;
  JudgedMemory judged{.memory = std::move(memory), .kinds = {.memory = false}};
  for (const Source& each : sources_) {
    if (!is_draw || each.checks_draws) each.source->describe(facts, judged);
  }
  auto dispatch = std::make_unique<CheckedDispatch>(
      host_, facts.dispatch, std::make_shared<const MemoryRules>(std::move(judged.memory), judged.kinds), items);
  for (const Source& each : sources_) {
    if (!is_draw || each.checks_draws) each.source->begin(facts, *dispatch);
  }
  if (is_draw) dispatch->add(std::make_unique<Unchecked>(interest_));
  return dispatch;
}

// Finds the launch of a dispatch. Kernels with the same machine code are distinguished by the program's launches. If
// none of the known kernels was launched, binaries are read again, since a later program may have brought one.
std::optional<CheckSource::Launched> CheckSource::launched(const gpu::ObservedDispatch& dispatch) {
  for (const bool again : {false, true}) {
    if (again && !host_.launches->any_waits()) break;
    const DeviceKernels kernels = host_.list_kernels(dispatch.code, again);
    std::vector<std::string> names;
    names.reserve(kernels.size());
    for (const auto& each : kernels) names.push_back(each->name);
    auto launch = host_.launches->take(names, dispatch.groups);
    if (!launch) continue;
    const auto at = std::ranges::find(names, launch->kernel) - names.begin();
    return Launched{.launch = *std::move(launch), .kernel = kernels[static_cast<std::size_t>(at)]};
  }
  return std::nullopt;
}

}  // namespace eugene::check
