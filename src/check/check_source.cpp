#include "check/check_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/align/source_alignment.h"
#include "check/checked_dispatch.h"
#include "check/known_shader.h"
#include "check/launch_facts.h"
#include "check/memory/shader_facts.h"
#include "check/race/facts.h"
#include "gpu/media/gpgpu_work.h"
#include "gpu/schedule/observe/buffer_address.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::check {
namespace {

// The observer of a dispatch that is not checked. It wants instruction counts if `interest` does, because code that was
// compiled for `interest` then counts instructions.
class Unchecked final : public gpu::DispatchObserver {
 public:
  explicit Unchecked(const eu::Interest& interest) : counts_(interest.instructions) {}
  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Nothing>(counts_); }

 private:
  class Nothing final : public eu::Observer {
   public:
    explicit Nothing(bool counts) : counts_(counts) {}
    eu::Interest interest() const override { return {.instructions = counts_}; }
    bool takes_batches() const override { return true; }

   private:
    bool counts_;
  };

  bool counts_;
};

// Whether all channels that the kernel uses are on in every thread.
bool has_whole_threads(const gpu::ObservedDispatch& dispatch) {
  return (dispatch.kernel.prepared().channel_use.used & ~gpu::channels_of_all(dispatch.work)) == 0;
}

// Returns the number of work-items in a group, if the kernel states the size of its groups and such a group fits into
// one EU thread: compilers then leave out the kernel's barriers. Returns 0 if the kernel states no such size, or groups
// of one work-item.
std::uint64_t small_group_of(const binary::DeviceKernel& kernel) {
  const auto& [x, y, z] = kernel.required_group_size;
  const std::uint64_t items = std::uint64_t{x} * y * z;
  return items > 1 && items <= kernel.simd ? items : 0;
}

}  // namespace

bool CheckSource::has_any(const CheckKinds& kinds) {
  using enum CheckKind;
  return watches_memory(kinds) || kinds.has(race) || kinds.has(sync) || kinds.has(float_) || kinds.has(init) ||
         kinds.has(fidelity);
}

// Returns the interest for which code is compiled. Dispatches that `init` watches are interpreted, and other dispatches
// run as if `init` were off, so `init` adds nothing.
eu::Interest CheckSource::interest() const {
  eu::Interest interest;
  if (kinds_.has(CheckKind::memory)) interest.unclear = true;
  if (kinds_.has(CheckKind::align)) interest.misaligned = true;
  if (kinds_.has(CheckKind::race)) interest |= RaceCheck::kInterest;
  if (kinds_.has(CheckKind::float_)) interest |= FloatCheck::kInterest;
  if (kinds_.has(CheckKind::fidelity)) {
    interest |= FidelityCounts::kInterest;
    interest |= InitCheck::kInterest;
  }
  if (kinds_.has(CheckKind::sync)) interest |= BarrierCheck::kInterest;
  return interest;
}

std::unique_ptr<gpu::DispatchObserver> CheckSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  const std::optional<Launched> found = launched(dispatch);
  if (host_.is_wanted && (!found || !host_.is_wanted())) return nullptr;
  const Shaders shaders = !found && host_.shaders ? host_.shaders() : Shaders::none;
  if (shaders != Shaders::none) return shader_begins(dispatch, shaders);
  if (!found) return std::make_unique<Unchecked>(interest());
  const auto& [launch, kernel] = *found;
  const SourceOrder no_order{};
  const bool reads_source = kinds_.has(CheckKind::race) || kinds_.has(CheckKind::sync);
  const SourceOrder& order = reads_source ? source_order(*kernel, dispatch) : no_order;
  RaceFacts facts;
  if (kinds_.has(CheckKind::race)) facts = race_facts(*kernel, order, dispatch);
  LaunchMemory memory = memory_of(launch, *kernel, host_.launches->allocations(), dispatch);
  if (kinds_.has(CheckKind::align)) memory.alignments = variables(*kernel, dispatch).alignments;
  CopyRoles copies;
  SourcePlaces places;
  if (kinds_.has(CheckKind::sync)) {
    copies = order.copies;
    places = order.places;
  }
  OwnMemory own_memory;
  if (kinds_.has(CheckKind::memory)) {
    const KernelVariables& known = variables(*kernel, dispatch);
    name_local_memory(memory, known.local);
    own_memory = this->own_memory(*kernel, known, dispatch);
    if (host_.hint && !known.private_index.empty()) {
      host_.hint(kernel->name, known.private_index +
                                   ": a private array is indexed by a value; whether the index is out of range, only "
                                   "--unoptimised shows");
    }
  }
  std::optional<InitFacts> init;
  if (kinds_.has(CheckKind::init))
    init = init_facts_of(launch, *kernel, memory, host_.init_results->buffers(), variables(*kernel, dispatch).padding,
                         dispatch);
  if (init && is_all_defined(*init, dispatch)) init.reset();
  // Without inexact values there is nothing to propagate.
  std::optional<InitFacts> inexact;
  if (kinds_.has(CheckKind::fidelity) && (has_inexact(dispatch.kernel) || host_.inexact_results->has_stores()))
    inexact = init_facts_of(launch, *kernel, memory, host_.inexact_results->buffers(), {}, dispatch);
  auto recorded = record(launch, memory, facts, dispatch);
  DispatchFacts all{.items = items_of(launch, dispatch.work),
                    .memory = std::move(memory),
                    .races = std::move(facts),
                    .copies = std::move(copies),
                    .copy_places = std::move(places),
                    .own_memory = std::move(own_memory),
                    .recorded = std::move(recorded),
                    .init = std::move(init),
                    .inexact = std::move(inexact)};
  return std::make_unique<CheckedDispatch>(host_, kinds_, dispatch, std::move(all), shadows_);
}

// Returns null if no other launch, and no action of the host, may come at the same time.
std::unique_ptr<RecordedLaunch> CheckSource::record(const Launch& launch, const LaunchMemory& memory,
                                                    const RaceFacts& facts,
                                                    const gpu::ObservedDispatch& dispatch) const {
  const bool may_overlap = host_.overlaps != nullptr && Overlaps::may_overlap(launch.order);
  if (!kinds_.has(CheckKind::race) || !may_overlap) return nullptr;
  auto recorded = std::make_unique<RecordedLaunch>(launch, dispatch.work);
  recorded->facts = facts;
  for (const ArgumentMemory& each : memory.arguments) {
    const auto given = std::ranges::find(launch.arguments, each.number, &LaunchArgument::number);
    if (given == launch.arguments.end()) continue;
    // Shared memory is recorded as a whole, wherever in it the argument points.
    const bool is_shared = given->given == Given::shared;
    const std::uint64_t number = is_shared ? given->object : given->buffer;
    if (number == 0 || (!is_shared && given->given != Given::buffer)) continue;
    std::optional<std::uint64_t> address = each.address;
    if (!address && each.binding) address = gpu::buffer_address(dispatch, *each.binding);
    if (address)
      recorded->buffers.push_back(
          {.number = number, .begin = given->part_begin, .bytes = each.bytes, .address = *address});
  }
  return recorded;
}

bool CheckSource::is_all_defined(const InitFacts& facts, const gpu::ObservedDispatch& dispatch) {
  if (!is_memory_defined(facts, dispatch.work.slm_bytes != 0)) return false;
  const bool is_whole = has_whole_threads(dispatch);
  const std::tuple key(&dispatch.kernel.program(), facts.given_registers, is_whole);
  const std::scoped_lock lock(mutex_);
  const auto known = defined_kernels_.find(key);
  if (known != defined_kernels_.end()) return known->second.are_registers_defined;
  const bool found = are_registers_defined(dispatch.kernel, facts.given_registers, is_whole);
  defined_kernels_.emplace(key, DefinedKernel{.kernel = dispatch.kernel, .are_registers_defined = found});
  return found;
}

// Begins a dispatch of a compute shader: its groups and surfaces are known, but not the memory that the program
// requested. Any barrier orders all memory, and so do the instructions of a thread, since a shader may use subgroups.
std::unique_ptr<gpu::DispatchObserver> CheckSource::shader_begins(const gpu::ObservedDispatch& dispatch,
                                                                  Shaders shaders) {
  // Drivers also draw rectangles, to copy and clear.
  const bool is_dispatch = dynamic_cast<const gpu::GpgpuPayload*>(dispatch.work.payload.get()) != nullptr;
  if (!is_dispatch || !has_any(kinds_)) return std::make_unique<Unchecked>(interest());
  binary::ComputeShader shader{.name = {}, .local = {}, .blocks = {}};
  if (host_.shader_of && dispatch.groups != 0)
    shader = host_.shader_of(dispatch.code, gpu::invocations_of(dispatch.work) / dispatch.groups);
  if (shader.name.empty()) shader.name = fmt::format("{:#x}", dispatch.work.kernel_address());
  LaunchMemory memory = check::shader_memory_of(dispatch, shader.name, shaders == Shaders::opengl);
  name_surfaces(memory, shader);
  name_shared_memory(memory, shader);
  if (kinds_.has(CheckKind::align)) memory.alignments = alignments_of(dispatch.kernel.program(), {}, {});
  RaceFacts facts = check::race_facts(dispatch);
  facts.is_opencl = false;
  // Nothing is known of buffers, so they count as written, and as exact.
  std::optional<InitFacts> init;
  if (kinds_.has(CheckKind::init)) init = init_facts_of(dispatch);
  if (init && is_all_defined(*init, dispatch)) init.reset();
  std::optional<InitFacts> inexact;
  if (kinds_.has(CheckKind::fidelity) && has_inexact(dispatch.kernel)) inexact.emplace();
  const gpu::ItemId local = shader.local.value_or(gpu::ItemId{});
  DispatchFacts all{.items = gpu::WorkItems(dispatch.work, local, counting_of(dispatch, local)),
                    .memory = std::move(memory),
                    .races = std::move(facts),
                    .copies = {},
                    .copy_places = {},
                    .own_memory = {},
                    .recorded = nullptr,
                    .init = std::move(init),
                    .inexact = std::move(inexact)};
  return std::make_unique<CheckedDispatch>(host_, kinds_, dispatch, std::move(all), shadows_);
}

// Finds the launch of a dispatch. Kernels with the same machine code are distinguished by the program's launches. If
// none of the known kernels was launched, binaries are read again, since a later program may have brought one.
std::optional<CheckSource::Launched> CheckSource::launched(const gpu::ObservedDispatch& dispatch) {
  for (const bool again : {false, true}) {
    if (again && !host_.launches->any_waits()) break;
    const DeviceKernels kernels = host_.kernels_of(dispatch.code, again);
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

RaceFacts CheckSource::race_facts(const binary::DeviceKernel& kernel, const SourceOrder& order,
                                  const gpu::ObservedDispatch& dispatch) const {
  RaceFacts facts = check::race_facts(dispatch);
  if (const auto memory = private_memory_of(kernel, dispatch))
    facts.ignored.push_back(*memory);
  else
    facts.has_hidden_private_memory = kernel.private_bytes != 0;
  const std::uint64_t small_group = small_group_of(kernel);
  if (small_group != 0 && host_.hint) {
    host_.hint(kernel.name, "groups of " + std::to_string(small_group) +
                                " work-items in one EU thread: races inside such a group were not looked for");
  }
  facts.channels_are_ordered = order.channels || small_group != 0;
  facts.barriers = order.barriers;
  facts.places = order.places;
  return facts;
}

const KernelVariables& CheckSource::variables(const binary::DeviceKernel& kernel,
                                              const gpu::ObservedDispatch& dispatch) {
  std::string key = kernel.name + '\0';
  key.append(reinterpret_cast<const char*>(dispatch.code.data()), dispatch.code.size());
  const std::scoped_lock lock(mutex_);
  auto known = variables_.find(key);
  if (known == variables_.end()) {
    const SourceLines lines = host_.origin_of(dispatch.code, kernel.name).lines;
    known = variables_.emplace(std::move(key), kernel_variables(kernel, dispatch.kernel, lines, dispatch.work)).first;
  }
  return known->second;
}

// With the race check, compiled code reports each access. Without it, compiled code would have to send each access of
// private memory as a message, which is worth the time only if the variables are known.
OwnMemory CheckSource::own_memory(const binary::DeviceKernel& kernel, const KernelVariables& variables,
                                  const gpu::ObservedDispatch& dispatch) const {
  if (variables.private_rules == nullptr && !kinds_.has(CheckKind::race)) return {};
  OwnMemory memory{.all = thread_memories_of(kernel, dispatch), .threads = dispatch.device.total_threads()};
  if (variables.private_rules != nullptr && !memory.all.empty()) {
    memory.variables = memory.all.back();
    memory.rules = variables.private_rules;
  }
  return memory;
}

const SourceOrder& CheckSource::source_order(const binary::DeviceKernel& kernel,
                                             const gpu::ObservedDispatch& dispatch) {
  std::string key = kernel.name + '\0';
  key.append(reinterpret_cast<const char*>(dispatch.code.data()), dispatch.code.size());
  const std::scoped_lock lock(mutex_);
  auto known = orders_.find(key);
  if (known == orders_.end())
    known = orders_
                .emplace(std::move(key),
                         source_order_of(dispatch.kernel.program(), host_.origin_of(dispatch.code, kernel.name).lines))
                .first;
  return known->second;
}

}  // namespace eugene::check
