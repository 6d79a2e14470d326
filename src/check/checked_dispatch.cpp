#include "check/checked_dispatch.h"

#include <fmt/format.h>

#include <utility>

#include "binary/source_text.h"
#include "check/finding/collection.h"
#include "check/several_observers.h"
#include "gpu/instruction_text.h"
#include "gpu/schedule/work/payload.h"
#include "isa/instruction_fidelity.h"

namespace eugene::check {
namespace {

MemoryKinds memory_kinds(const CheckKinds& kinds) {
  return {.memory = kinds.has(CheckKind::memory), .align = kinds.has(CheckKind::align)};
}

KernelFidelity summary_of(const std::string& kernel, const std::vector<ExecutedClass>& executed) {
  static_assert(kFidelityClasses == isa::kFidelityNames);
  KernelFidelity summary{.kernel = kernel, .launches = 1, .inexact = {}};
  for (const ExecutedClass& each : executed) {
    const auto index = static_cast<std::size_t>(each.row.fidelity);
    (each.is_message ? summary.messages : summary.instructions)[index] += each.count;
    if (each.row.fidelity == isa::Fidelity::exact) continue;
    summary.inexact.push_back(
        {.fidelity = index, .name = each.name, .reference = isa::reference_of(each.row), .count = each.count});
  }
  return summary;
}

}  // namespace

bool watches_memory(const CheckKinds& kinds) { return kinds.has(CheckKind::memory) || kinds.has(CheckKind::align); }

CheckedDispatch::CheckedDispatch(const CheckSource::Host& host, const CheckKinds& kinds,
                                 const gpu::ObservedDispatch& of, DispatchFacts facts, std::shared_ptr<Shadows> shadows)
    : host_(&host),
      kinds_(kinds),
      rules_(std::make_shared<const MemoryRules>(std::move(facts.memory), memory_kinds(kinds))),
      kernel_(&of.kernel),
      work_(&of.work),
      code_(of.code.begin(), of.code.end()),
      items_(facts.items) {
  Sink* const seen_by = host.seen ? this : nullptr;
  const isa::Program& program = of.kernel.program();
  if (kinds.has(CheckKind::float_)) floats_.emplace(program, seen_by);
  if (kinds.has(CheckKind::race)) races_.emplace(program, std::move(facts.races), seen_by, std::move(shadows));
  if (kinds.has(CheckKind::fidelity)) executed_.emplace(of.kernel);
  if (kinds.has(CheckKind::sync)) barriers_.emplace(program);
  if (facts.copies.any()) copies_.emplace(program, std::move(facts.copies), kinds.has(CheckKind::race));
  if (!facts.copy_places.empty())
    marked_copies_.emplace(program, std::move(facts.copy_places), kinds.has(CheckKind::race));
  using Reports = OwnMemoryCheck::Reports;
  const Reports reports = kinds.has(CheckKind::race) ? Reports::told : Reports::sent;
  if (!facts.own_memory.all.empty()) own_memory_.emplace(program, std::move(facts.own_memory), reports);
  recorded_ = std::move(facts.recorded);
  if (recorded_ != nullptr) recorded_->rules = rules_;
  if (facts.inexact) carry_inexact(of.kernel, *std::move(facts.inexact));
  if (!facts.init) return;
  facts.init->number_of_store = [this](std::uint32_t instruction) {
    return host_->init_results->number_of(code_, instruction);
  };
  init_trial_ = InitTrial::of(*facts.init, of);
  init_.emplace(of.kernel, *std::move(facts.init));
}

std::unique_ptr<eu::Observer> CheckedDispatch::worker_begins() {
  std::vector<std::unique_ptr<eu::Observer>> all;
  if (watches_memory(kinds_)) all.push_back(std::make_unique<Memory>(rules_, *kernel_, *this));
  if (races_) all.push_back(races_->worker_begins());
  if (floats_) all.push_back(floats_->worker_begins());
  if (barriers_) all.push_back(barriers_->worker_begins());
  if (copies_) all.push_back(copies_->worker_begins());
  if (marked_copies_) all.push_back(marked_copies_->worker_begins());
  if (own_memory_) all.push_back(own_memory_->worker_begins());
  if (recorded_ != nullptr)
    all.push_back(std::make_unique<FootprintObserver>(kernel_->program(), recorded_->facts, recorded_->footprint));
  if (executed_) all.push_back(executed_->worker_begins());
  if (watches_init()) all.push_back(init_->worker_begins());
  if (inexact_) all.push_back(inexact_->worker_begins());
  return std::make_unique<Several>(std::move(all), went_back_);
}

// A debugger that went back has run groups again, so what was seen of their order means nothing.
void CheckedDispatch::dispatch_ends(std::uint64_t /*threads*/) {
  if (races_ && !went_back_) races_->dispatch_ends(*this);
  if (races_ && races_->is_incomplete()) host_->incomplete(rules_->memory().kernel, rules_->memory().launch);
  if (floats_) floats_->dispatch_ends(*this);
  if (barriers_ && !went_back_) barriers_->dispatch_ends(*this);
  if (copies_ && !went_back_) copies_->dispatch_ends(*this);
  if (marked_copies_ && !went_back_) marked_copies_->dispatch_ends(*this);
  if (init_ && !went_back_) init_->dispatch_ends(*this);
  if (inexact_ && !went_back_) inexact_->dispatch_ends(*this);
  if (own_memory_ && !went_back_) own_memory_->dispatch_ends(*this);
  if (recorded_ != nullptr && !went_back_) record_ends();
  if (executed_) host_->executed(summary_of(rules_->memory().kernel, executed_->take()), rules_->memory().launch);
  const auto stores = init_ ? init_->take_stores() : decltype(init_->take_stores())();
  const std::vector<Found> found = found_.take();
  if (found.empty() && stores.empty()) return;
  const binary::KernelOrigin origin = host_->origin_of(code_, rules_->memory().kernel);
  // Mesa writes no line numbers for shaders.
  if (origin.lines.empty() && !rules_->memory().is_shader) host_->has_no_lines(rules_->memory().kernel);
  for (const auto& [number, each] : stores) host_->init_results->keep(number, finding_of(each, origin));
  std::vector<Finding> all;
  all.reserve(found.size());
  for (const Found& each : found) all.push_back(finding_of(each, origin));
  // Merged here, a finding is printed with its count.
  for (Finding& each : merged(std::move(all))) host_->found(std::move(each));
}

void CheckedDispatch::seen(const Found& found) {
  if (!host_->seen || (went_back_ && found.id.starts_with("race."))) return;
  host_->seen(finding_of(found, host_->origin_of(code_, rules_->memory().kernel)));
}

Finding CheckedDispatch::finding_of(const Found& found, const binary::KernelOrigin& origin) const {
  Finding finding{.id = std::string(found.id),
                  .what = found.what,
                  .memory = found.place ? rules_->describe(*found.place) : std::string(),
                  .kernel = rules_->memory().kernel,
                  .launch = rules_->memory().launch,
                  .reference = found.reference,
                  .hint = found.hint,
                  .count = found.count};
  finding.joined_by = joined_by(found, origin);
  for (const Side& side : found.sides) {
    finding.sites.push_back(site_of(side, origin));
    if (!found.place && side.verb.empty()) finding.sites.back().access.clear();
  }
  return finding;
}

// Returns the key by which races are joined: one missing barrier makes races of each line before it with each line
// after it. Inlined and unrolled code has several barriers of one line, so the key has the barrier's line.
std::string CheckedDispatch::joined_by(const Found& found, const binary::KernelOrigin& origin) const {
  if (!found.id.starts_with("race.") || !found.place) return {};
  const std::string memory = rules_->describe_whole(*found.place);
  if (memory.empty() && !found.place->is_local) return {};
  std::string barrier;
  if (found.barrier) {
    const auto source = origin.lines.at(*found.barrier);
    barrier = source ? fmt::format("{}:{}", source->file, source->line) : fmt::format("{:#x}", *found.barrier);
  }
  return fmt::format("{}\n{}\n{}", found.id, memory, barrier);
}

void CheckedDispatch::carry_inexact(const eu::Kernel& kernel, InitFacts facts) {
  InitResults& results = *host_->inexact_results;
  facts.number_of_store = [&](std::uint32_t instruction) { return results.number_of(code_, instruction); };
  facts.keep_maker = [&](StoreNumber number, const std::string& maker) {
    results.keep_maker(number, fmt::format("{} (kernel {})", maker, rules_->memory().kernel));
  };
  facts.maker_of = [&](StoreNumber number) { return results.maker_of(number); };
  inexact_.emplace(kernel, std::move(facts), Carried::inexact);
}

void CheckedDispatch::record_ends() {
  const binary::KernelOrigin origin = host_->origin_of(code_, rules_->memory().kernel);
  const isa::Program& program = kernel_->program();
  for (std::uint32_t index = 0; index < program.instructions.size(); ++index) {
    if (isa::is_send(program.instructions[index]))
      recorded_->sites.emplace(index, site_at(program.offset_of(index), origin));
  }
  for (Finding& each : host_->overlaps->ran(std::move(recorded_))) host_->found(std::move(each));
}

Site CheckedDispatch::site_at(std::uint32_t instruction, const binary::KernelOrigin& origin) const {
  Site site{.source = origin.lines.at(instruction), .instruction = instruction};
  // Lowered vISA is not machine code.
  if (kernel_->program().variable_registers == 0)
    site.assembly = gpu::instruction_text(kernel_->program(), instruction);
  if (site.source) site.text = binary::SourceTexts().text(origin.lines, *site.source);
  return site;
}

Site CheckedDispatch::site_of(const Side& side, const binary::KernelOrigin& origin) const {
  Site site = site_at(side.instruction, origin);
  site.access = side.kind == eu::AccessKind::read ? "read" : side.kind == eu::AccessKind::write ? "write" : "atomic";
  if (!side.verb.empty()) site.access = side.verb;
  site.item = WorkItem{.group = work_->payload->id(side.group),
                       .global = items_.global_id(side.group, side.thread, side.channel),
                       .local = items_.local_id(side.thread, side.channel),
                       .index = items_.index(side.thread, side.channel),
                       .thread = side.thread,
                       .channel = side.channel};
  return site;
}

}  // namespace eugene::check
