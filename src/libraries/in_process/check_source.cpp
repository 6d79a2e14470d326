#include "check_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "checks/barriers.h"
#include "checks/fidelity.h"
#include "checks/float.h"
#include "checks/init.h"
#include "checks/race.h"
#include "gpu/instruction_text.h"
#include "gpu/schedule/payload.h"
#include "gpu/schedule/race_facts.h"
#include "isa/instruction_fidelity.h"
#include "launch_facts.h"
#include "load/source_text.h"
#include "shader_programs.h"

namespace eugene::i915 {
namespace {

// Of a dispatch that is not checked. Code that is compiled for `interest` counts instructions where that wants it to.
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

// Several observers as one.
class Several final : public eu::Observer {
 public:
  Several(std::vector<std::unique_ptr<eu::Observer>> owned, std::atomic<bool>& went_back)
      : owned_(std::move(owned)), went_back_(&went_back) {
    for (const auto& each : owned_) all_.add(*each);
  }

  eu::Interest interest() const override { return all_.interest(); }
  bool takes_batches() const override { return all_.take_batches(); }
  void program_ends(std::span<const eu::ExecutionCounts> counts) override {
    all_.tell(&eu::Observer::program_ends, counts);
  }
  void group_begins(const eu::StartedGroup& group) override { all_.tell(&eu::Observer::group_begins, group); }
  void group_ends() override { all_.tell(&eu::Observer::group_ends); }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override {
    all_.tell(&eu::Observer::instruction_begins, op, thread);
  }
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override {
    all_.tell(&eu::Observer::executed, op, thread, channels, before);
  }
  void message_begins(const eu::SendRequest& request) override { all_.tell(&eu::Observer::message_begins, request); }
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    all_.tell(&eu::Observer::message_ends, request, status);
  }
  void message_restarts() override { all_.tell(&eu::Observer::message_restarts); }
  eu::WatchedRange watched_around(const eu::AccessedSpace& space, eu::AccessKind kind,
                                  std::uint64_t offset) const override {
    return all_.watched_around(space, kind, offset);
  }
  void accessed(const eu::Access& access) override { all_.tell(&eu::Observer::accessed, access); }
  void accessed_by_lanes(const eu::LaneAccess& access) override { all_.tell(&eu::Observer::accessed_by_lanes, access); }
  void transferred(const eu::Access& access, const eu::AccessValues& values) override {
    all_.tell(&eu::Observer::transferred, access, values);
  }
  void registers_written(const eu::Thread& thread, std::size_t begin, std::size_t end) override {
    all_.tell(&eu::Observer::registers_written, thread, begin, end);
  }
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override {
    all_.tell(&eu::Observer::recovers, thread, recovery);
  }
  void goes_back(const eu::Return& /*to*/) override { *went_back_ = true; }

 private:
  std::vector<std::unique_ptr<eu::Observer>> owned_;
  std::atomic<bool>* went_back_;
  eu::Observers all_;
};

checks::MemoryKinds memory_kinds(const gpu::CheckKinds& kinds) {
  return {.memory = kinds.has(gpu::CheckKind::memory), .align = kinds.has(gpu::CheckKind::align)};
}

bool watches_memory(const gpu::CheckKinds& kinds) {
  return kinds.has(gpu::CheckKind::memory) || kinds.has(gpu::CheckKind::align);
}

findings::KernelFidelity summary_of(const std::string& kernel, const std::vector<checks::ExecutedClass>& executed) {
  static_assert(findings::kFidelityClasses == isa::kFidelityNames);
  findings::KernelFidelity summary{.kernel = kernel, .launches = 1, .inexact = {}};
  for (const checks::ExecutedClass& each : executed) {
    const auto index = static_cast<std::size_t>(each.row.fidelity);
    (each.is_message ? summary.messages : summary.instructions)[index] += each.count;
    if (each.row.fidelity == isa::Fidelity::exact) continue;
    summary.inexact.push_back(
        {.fidelity = index, .name = each.name, .reference = isa::reference_of(each.row), .count = each.count});
  }
  return summary;
}

class CheckedDispatch final : public gpu::DispatchObserver, public checks::Sink {
 public:
  CheckedDispatch(const CheckSource::Host& host, const gpu::CheckKinds& kinds, const gpu::ObservedDispatch& of,
                  const Launch& launch, checks::LaunchMemory memory, checks::RaceFacts facts,
                  std::optional<checks::InitFacts> init, std::optional<checks::InitFacts> inexact,
                  std::shared_ptr<checks::Shadows> shadows)
      : host_(&host),
        kinds_(kinds),
        rules_(std::make_shared<const checks::MemoryRules>(std::move(memory), memory_kinds(kinds))),
        kernel_(&of.kernel),
        work_(&of.work),
        code_(of.code.begin(), of.code.end()),
        items_(items_of(launch, of.work)) {
    checks::Sink* const seen_by = host.seen ? this : nullptr;
    if (kinds.has(gpu::CheckKind::float_)) floats_.emplace(of.kernel.program(), seen_by);
    if (kinds.has(gpu::CheckKind::race))
      races_.emplace(of.kernel.program(), std::move(facts), seen_by, std::move(shadows));
    if (kinds.has(gpu::CheckKind::fidelity)) executed_.emplace(of.kernel);
    if (kinds.has(gpu::CheckKind::sync)) barriers_.emplace(of.kernel.program());
    if (inexact) carry_inexact(of.kernel, *std::move(inexact));
    if (!init) return;
    init->number_of_store = [this](std::uint32_t instruction) {
      return host_->init_results->number_of(code_, instruction);
    };
    init_.emplace(of.kernel, *std::move(init));
  }

  std::unique_ptr<eu::Observer> worker_begins() override {
    std::vector<std::unique_ptr<eu::Observer>> all;
    if (watches_memory(kinds_)) all.push_back(std::make_unique<checks::Memory>(rules_, *kernel_, *this));
    if (races_) all.push_back(races_->worker_begins());
    if (floats_) all.push_back(floats_->worker_begins());
    if (barriers_) all.push_back(barriers_->worker_begins());
    if (executed_) all.push_back(executed_->worker_begins());
    if (init_) all.push_back(init_->worker_begins());
    if (inexact_) all.push_back(inexact_->worker_begins());
    return std::make_unique<Several>(std::move(all), went_back_);
  }

  // Memory has one account of what is undefined.
  bool needs_one_worker() const override { return init_ || inexact_; }
  // Another kernel may have the same machine code.
  bool hears_all_recoveries() const override { return watches_memory(kinds_); }

  // A debugger that went back has run groups again: what was seen of their order says nothing then.
  void dispatch_ends(std::uint64_t /*threads*/) override {
    if (races_ && !went_back_) races_->dispatch_ends(*this);
    if (races_ && races_->is_incomplete()) host_->incomplete(rules_->memory().kernel, rules_->memory().launch);
    if (floats_) floats_->dispatch_ends(*this);
    if (barriers_ && !went_back_) barriers_->dispatch_ends(*this);
    if (init_ && !went_back_) init_->dispatch_ends(*this);
    if (inexact_ && !went_back_) inexact_->dispatch_ends(*this);
    if (executed_) host_->executed(summary_of(rules_->memory().kernel, executed_->take()), rules_->memory().launch);
    const auto stores = init_ ? init_->take_stores() : decltype(init_->take_stores())();
    if (found_.empty() && stores.empty()) return;
    const load::KernelOrigin origin = host_->origin_of(code_, rules_->memory().kernel);
    const bool is_shader = rules_->memory().launch == 0;  // of which Mesa leaves no lines
    if (origin.lines.empty() && !is_shader) host_->has_no_lines(rules_->memory().kernel);
    for (const auto& [number, each] : stores) host_->init_results->keep(number, finding_of(each, origin));
    for (const auto& [key, each] : found_) host_->found(finding_of(each, origin));
  }

  void seen(const checks::Found& found) override {
    if (!host_->seen || (went_back_ && found.id.starts_with("race."))) return;
    host_->seen(finding_of(found, host_->origin_of(code_, rules_->memory().kernel)));
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::string>;  // instructions and id

  // The first in the order of the walk stands for the rest, whichever worker has found it.
  void add(checks::Found found) override {
    const std::scoped_lock lock(mutex_);
    const Key key(found.sides.front().instruction, found.sides.back().instruction, std::string(found.id));
    const auto [at, is_new] = found_.try_emplace(key, found);
    if (is_new) return;
    const std::uint64_t count = at->second.count + found.count;
    if (found.sides.front().group < at->second.sides.front().group) at->second = std::move(found);
    at->second.count = count;
  }

  findings::Finding finding_of(const checks::Found& found, const load::KernelOrigin& origin) const {
    findings::Finding finding{.id = std::string(found.id),
                              .what = found.what,
                              .memory = found.place ? rules_->describe(*found.place) : std::string(),
                              .kernel = rules_->memory().kernel,
                              .launch = rules_->memory().launch,
                              .reference = found.reference,
                              .hint = found.hint,
                              .count = found.count};
    for (const checks::Side& side : found.sides) {
      finding.sites.push_back(site_of(side, origin));
      if (!found.place && side.verb.empty()) finding.sites.back().access.clear();
    }
    return finding;
  }

  void carry_inexact(const eu::Kernel& kernel, checks::InitFacts facts) {
    InitResults& results = *host_->inexact_results;
    facts.number_of_store = [&](std::uint32_t instruction) { return results.number_of(code_, instruction); };
    facts.keep_maker = [&](checks::StoreNumber number, const std::string& maker) {
      results.keep_maker(number, fmt::format("{} (kernel {})", maker, rules_->memory().kernel));
    };
    facts.maker_of = [&](checks::StoreNumber number) { return results.maker_of(number); };
    inexact_.emplace(kernel, std::move(facts), checks::Carried::inexact);
  }

  findings::Site site_of(const checks::Side& side, const load::KernelOrigin& origin) const {
    findings::Site site{.source = origin.lines.at(side.instruction), .instruction = side.instruction};
    site.access = side.kind == eu::AccessKind::read ? "read" : side.kind == eu::AccessKind::write ? "write" : "atomic";
    if (!side.verb.empty()) site.access = side.verb;
    // Lowered vISA is no machine code.
    if (kernel_->program().variable_registers == 0)
      site.assembly = gpu::instruction_text(kernel_->program(), side.instruction);
    if (site.source) site.text = load::SourceTexts().text(origin.lines, *site.source);
    site.item = findings::WorkItem{.group = work_->payload->id(side.group),
                                   .global = items_.global_id(side.group, side.thread, side.channel),
                                   .local = items_.local_id(side.thread, side.channel),
                                   .thread = side.thread,
                                   .channel = side.channel};
    return site;
  }

  const CheckSource::Host* host_;
  gpu::CheckKinds kinds_;
  std::shared_ptr<const checks::MemoryRules> rules_;
  const eu::Kernel* kernel_;
  const gpu::Work* work_;
  std::vector<std::byte> code_;
  gpu::WorkItems items_;
  std::optional<checks::RaceCheck> races_;
  std::optional<checks::FloatCheck> floats_;
  std::optional<checks::BarrierCheck> barriers_;
  std::optional<checks::FidelityCounts> executed_;
  std::optional<checks::InitCheck> init_;
  std::optional<checks::InitCheck> inexact_;
  std::atomic<bool> went_back_ = false;
  std::mutex mutex_;
  std::map<Key, checks::Found> found_;
};

}  // namespace

bool CheckSource::has_any(const gpu::CheckKinds& kinds) {
  using enum gpu::CheckKind;
  return watches_memory(kinds) || kinds.has(race) || kinds.has(sync) || kinds.has(float_) || kinds.has(init) ||
         kinds.has(fidelity);
}

eu::Interest CheckSource::interest() const {
  eu::Interest interest;
  if (kinds_.has(gpu::CheckKind::memory)) interest.unclear = true;
  if (kinds_.has(gpu::CheckKind::align)) interest.accesses = interest.texels = true;
  if (kinds_.has(gpu::CheckKind::race)) interest |= checks::RaceCheck::kInterest;
  if (kinds_.has(gpu::CheckKind::float_)) interest |= checks::FloatCheck::kInterest;
  if (kinds_.has(gpu::CheckKind::init)) interest |= checks::InitCheck::kInterest;
  if (kinds_.has(gpu::CheckKind::fidelity)) {
    interest |= checks::FidelityCounts::kInterest;
    interest |= checks::InitCheck::kInterest;
  }
  if (kinds_.has(gpu::CheckKind::sync)) interest |= checks::BarrierCheck::kInterest;
  return interest;
}

std::unique_ptr<gpu::DispatchObserver> CheckSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  const std::optional<Launched> found = launched(dispatch);
  if (host_.is_wanted && (!found || !host_.is_wanted())) return nullptr;
  if (!found && has_shaders_alone()) return shader_begins(dispatch);
  if (!found) return std::make_unique<Unchecked>(interest());
  const auto& [launch, kernel] = *found;
  checks::RaceFacts facts;
  if (kinds_.has(gpu::CheckKind::race)) facts = race_facts(*kernel, dispatch);
  checks::LaunchMemory memory = memory_of(launch, *kernel, host_.launches->allocations(), dispatch);
  std::optional<checks::InitFacts> init;
  if (kinds_.has(gpu::CheckKind::init))
    init = init_facts_of(launch, *kernel, memory, host_.init_results->buffers(), dispatch);
  // Where nothing is inexact, nothing has to be carried.
  std::optional<checks::InitFacts> inexact;
  if (kinds_.has(gpu::CheckKind::fidelity) &&
      (checks::has_inexact(dispatch.kernel) || host_.inexact_results->has_stores()))
    inexact = init_facts_of(launch, *kernel, memory, host_.inexact_results->buffers(), dispatch);
  return std::make_unique<CheckedDispatch>(host_, kinds_, dispatch, launch, std::move(memory), std::move(facts),
                                           std::move(init), std::move(inexact), shadows_);
}

// A compute shader: its groups are known, but not what the program has asked for. Any barrier orders all memory, and so
// do the instructions of a thread, since a shader may use subgroups.
std::unique_ptr<gpu::DispatchObserver> CheckSource::shader_begins(const gpu::ObservedDispatch& dispatch) {
  gpu::CheckKinds kinds;
  using gpu::CheckKind;
  for (const CheckKind each : {CheckKind::race, CheckKind::sync, CheckKind::float_, CheckKind::fidelity})
    if (kinds_.has(each)) kinds.add(each);
  if (!kinds.any()) return std::make_unique<Unchecked>(interest());
  checks::LaunchMemory memory{.kernel = fmt::format("{:#x}", dispatch.work.kernel_address())};
  checks::RaceFacts facts = gpu::race_facts(dispatch);
  facts.is_opencl = false;
  // Inexact values are followed through registers and local memory.
  std::optional<checks::InitFacts> inexact;
  if (kinds.has(CheckKind::fidelity) && checks::has_inexact(dispatch.kernel)) inexact.emplace();
  return std::make_unique<CheckedDispatch>(host_, kinds, dispatch, Launch{}, std::move(memory), std::move(facts),
                                           std::nullopt, std::move(inexact), shadows_);
}

// Kernels of the same machine code are told apart by what the program has launched. Binaries are read again where none
// of the known ones has been, since one may have come with a later program.
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

checks::RaceFacts CheckSource::race_facts(const load::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch) {
  checks::RaceFacts facts = gpu::race_facts(dispatch);
  if (const auto memory = private_memory_of(kernel, dispatch))
    facts.ignored.push_back(*memory);
  else
    facts.has_hidden_private_memory = kernel.private_bytes != 0;
  std::string key = kernel.name + '\0';
  key.append(reinterpret_cast<const char*>(dispatch.code.data()), dispatch.code.size());
  const std::scoped_lock lock(mutex_);
  auto known = orders_.find(key);
  if (known == orders_.end())
    known = orders_
                .emplace(std::move(key),
                         source_order_of(dispatch.kernel.program(), host_.origin_of(dispatch.code, kernel.name).lines))
                .first;
  facts.channels_are_ordered = known->second.channels;
  facts.barriers = known->second.barriers;
  return facts;
}

}  // namespace eugene::i915
