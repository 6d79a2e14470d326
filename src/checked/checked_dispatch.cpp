#include "checked/checked_dispatch.h"

#include <fmt/format.h>

#include <utility>

#include "checked/several_observers.h"
#include "gpu/instruction_text.h"
#include "gpu/schedule/payload.h"
#include "isa/instruction_fidelity.h"
#include "load/source_text.h"

namespace eugene::checked {
namespace {

checks::MemoryKinds memory_kinds(const gpu::CheckKinds& kinds) {
  return {.memory = kinds.has(gpu::CheckKind::memory), .align = kinds.has(gpu::CheckKind::align)};
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

}  // namespace

bool watches_memory(const gpu::CheckKinds& kinds) {
  return kinds.has(gpu::CheckKind::memory) || kinds.has(gpu::CheckKind::align);
}

CheckedDispatch::CheckedDispatch(const CheckSource::Host& host, const gpu::CheckKinds& kinds,
                                 const gpu::ObservedDispatch& of, gpu::WorkItems items, checks::LaunchMemory memory,
                                 checks::RaceFacts facts, std::optional<checks::InitFacts> init,
                                 std::optional<checks::InitFacts> inexact, std::shared_ptr<checks::Shadows> shadows)
    : host_(&host),
      kinds_(kinds),
      rules_(std::make_shared<const checks::MemoryRules>(std::move(memory), memory_kinds(kinds))),
      kernel_(&of.kernel),
      work_(&of.work),
      code_(of.code.begin(), of.code.end()),
      items_(items) {
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
  init_trial_ = InitTrial::of(*init, of);
  init_.emplace(of.kernel, *std::move(init));
}

std::unique_ptr<eu::Observer> CheckedDispatch::worker_begins() {
  std::vector<std::unique_ptr<eu::Observer>> all;
  if (watches_memory(kinds_)) all.push_back(std::make_unique<checks::Memory>(rules_, *kernel_, *this));
  if (races_) all.push_back(races_->worker_begins());
  if (floats_) all.push_back(floats_->worker_begins());
  if (barriers_) all.push_back(barriers_->worker_begins());
  if (executed_) all.push_back(executed_->worker_begins());
  if (watches_init()) all.push_back(init_->worker_begins());
  if (inexact_) all.push_back(inexact_->worker_begins());
  return std::make_unique<Several>(std::move(all), went_back_);
}

// A debugger that went back has run groups again: what was seen of their order says nothing then.
void CheckedDispatch::dispatch_ends(std::uint64_t /*threads*/) {
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
  // Mesa leaves no lines of shaders.
  if (origin.lines.empty() && !rules_->memory().is_shader) host_->has_no_lines(rules_->memory().kernel);
  for (const auto& [number, each] : stores) host_->init_results->keep(number, finding_of(each, origin));
  for (const auto& [key, each] : found_) host_->found(finding_of(each, origin));
}

void CheckedDispatch::seen(const checks::Found& found) {
  if (!host_->seen || (went_back_ && found.id.starts_with("race."))) return;
  host_->seen(finding_of(found, host_->origin_of(code_, rules_->memory().kernel)));
}

// The first in the order of the walk stands for the rest, whichever worker has found it.
void CheckedDispatch::add(checks::Found found) {
  const std::scoped_lock lock(mutex_);
  const Key key(found.sides.front().instruction, found.sides.back().instruction, std::string(found.id));
  const auto [at, is_new] = found_.try_emplace(key, found);
  if (is_new) return;
  const std::uint64_t count = at->second.count + found.count;
  if (found.sides.front().group < at->second.sides.front().group) at->second = std::move(found);
  at->second.count = count;
}

findings::Finding CheckedDispatch::finding_of(const checks::Found& found, const load::KernelOrigin& origin) const {
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

void CheckedDispatch::carry_inexact(const eu::Kernel& kernel, checks::InitFacts facts) {
  InitResults& results = *host_->inexact_results;
  facts.number_of_store = [&](std::uint32_t instruction) { return results.number_of(code_, instruction); };
  facts.keep_maker = [&](checks::StoreNumber number, const std::string& maker) {
    results.keep_maker(number, fmt::format("{} (kernel {})", maker, rules_->memory().kernel));
  };
  facts.maker_of = [&](checks::StoreNumber number) { return results.maker_of(number); };
  inexact_.emplace(kernel, std::move(facts), checks::Carried::inexact);
}

findings::Site CheckedDispatch::site_of(const checks::Side& side, const load::KernelOrigin& origin) const {
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
                                 .index = items_.index(side.thread, side.channel),
                                 .thread = side.thread,
                                 .channel = side.channel};
  return site;
}

}  // namespace eugene::checked
