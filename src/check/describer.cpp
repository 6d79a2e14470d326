#include "check/describer.h"

#include <fmt/format.h>

#include <utility>

#include "binary/source_text.h"
#include "gpu/instruction_text.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::check {

Describer::Describer(const Host& host, const gpu::ObservedDispatch& dispatch, std::shared_ptr<const MemoryRules> rules,
                     const gpu::WorkItems& items)
    : host_(&host),
      rules_(std::move(rules)),
      program_(&dispatch.kernel.program()),
      work_(&dispatch.work),
      code_(dispatch.code.begin(), dispatch.code.end()),
      items_(items) {}

Finding Describer::seen(const RawFinding& found) const {
  return make_finding(found, host_->find_origin(code_, kernel()));
}

Finding Describer::finding(const RawFinding& found) {
  // Mesa writes no line numbers for shaders.
  if (!std::exchange(has_reported_missing_lines_, true) && origin().lines.empty() && !rules_->memory().is_shader)
    host_->has_no_lines(kernel());
  return make_finding(found, origin());
}

Site Describer::site_at(std::uint32_t instruction) { return site_at(instruction, origin()); }

const binary::KernelOrigin& Describer::origin() {
  if (!origin_) origin_ = host_->find_origin(code_, kernel());
  return *origin_;
}

Finding Describer::make_finding(const RawFinding& found, const binary::KernelOrigin& origin) const {
  Finding finding{.id = std::string(found.id),
                  .what = found.what,
                  .memory = found.place ? rules_->describe(*found.place) : std::string(),
                  .kernel = kernel(),
                  .launch = launch(),
                  .reference = found.reference,
                  .hint = found.hint,
                  .count = found.count};
  finding.joined_by = joined_by(found, origin);
  for (const AccessSite& side : found.sides) {
    finding.sites.push_back(make_site(side, origin));
    if (!found.place && side.verb.empty()) finding.sites.back().access.clear();
  }
  return finding;
}

// Returns the key by which races are joined: one missing barrier makes races of each line before it with each line
// after it. Inlined and unrolled code has several barriers of one line, so the key has the barrier's line.
std::string Describer::joined_by(const RawFinding& found, const binary::KernelOrigin& origin) const {
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

Site Describer::site_at(std::uint32_t instruction, const binary::KernelOrigin& origin) const {
  Site site{.instruction = instruction};
  // Lowered vISA is not machine code.
  if (program_->variable_registers == 0) site.assembly = gpu::instruction_text(*program_, instruction);
  binary::add_source(site, origin.lines);
  return site;
}

Site Describer::make_site(const AccessSite& side, const binary::KernelOrigin& origin) const {
  Site site = site_at(side.instruction, origin);
  site.access = side.verb.empty() ? find_name(side.kind) : side.verb;
  WorkItem& item = site.item.emplace(work_->payload->item(side.group, side.thread, side.channel));
  if (item.stage != Stage::compute) return site;
  item.global = items_.global_id(side.group, side.thread, side.channel);
  item.local = items_.local_id(side.thread, side.channel);
  item.index = items_.index(side.thread, side.channel);
  return site;
}

}  // namespace eugene::check
