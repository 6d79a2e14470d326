#include "check/finding/from_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace eugene::check {
namespace {

struct CauseRow {
  eu::FaultCause cause;
  std::string_view id;
};
constexpr std::array kIds{
    CauseRow{eu::FaultCause::unmapped, "memory.unmapped"}, CauseRow{eu::FaultCause::bounds, "memory.bounds"},
    CauseRow{eu::FaultCause::barrier, "sync.barrier"}, CauseRow{eu::FaultCause::state, "driver.state"}};

std::string access_text(const eu::Fault& fault) {
  if (!fault.access) return {};
  switch (*fault.access) {
    case eu::AccessKind::read: return "read";
    case eu::AccessKind::write: return "write";
    case eu::AccessKind::atomic: return "atomic";
  }
  return {};
}

Site make_site(const gpu::KernelFault& fault) {
  Site site{.access = access_text(fault.fault),
            .source = fault.source,
            .text = fault.source_text,
            .instruction = fault.fault.ip,
            .assembly = fault.instruction,
            .item = WorkItem{.group = fault.group, .global = {}, .local = {}}};
  site.item->thread = fault.thread;
  site.item->channel = fault.fault.lane.value_or(0);
  return site;
}

std::optional<Finding> make_finding(const gpu::KernelFault& fault, std::uint64_t launch) {
  const auto* const row = std::ranges::find(kIds, fault.fault.cause, &CauseRow::cause);
  if (row == kIds.end()) return std::nullopt;
  Finding finding{.id = std::string(fault.null_arguments.empty() ? row->id : "memory.null"),
                  .what = fault.fault.what,
                  .sites = {make_site(fault)},
                  .memory = {},
                  .kernel = fault.kernel,
                  .launch = launch,
                  .reference = fault.fault.reference,
                  .hint = fault.effect.empty() ? fault.hint : std::string()};
  if (!fault.effect.empty()) finding.what += fmt::format(": it {}", fault.effect);
  if (fault.fault.address) finding.memory = fmt::format("address {:#x}", *fault.fault.address);
  if (!fault.null_arguments.empty())
    finding.memory =
        fmt::format("argument {}: a null pointer, as of a buffer that was not created", fault.null_arguments);
  return finding;
}

}  // namespace

std::optional<Finding> make_finding(const gpu::Report& report, std::uint64_t launch) {
  if (report.kernel) return make_finding(*report.kernel, launch);
  if (!report.commands || !report.executed) return std::nullopt;
  const Diagnostic& commands = *report.commands;
  return Finding{.id = "driver.commands",
                 .what = commands.message,
                 .sites = {},
                 .memory = {},
                 .kernel = {},
                 .launch = 0,
                 .reference = commands.reference,
                 .hint = commands.hint};
}

}  // namespace eugene::check
