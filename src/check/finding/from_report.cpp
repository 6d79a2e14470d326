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

// Returns null if --check does not look for such faults.
const CauseRow* find_cause(const gpu::KernelFault& fault) {
  const auto* const row = std::ranges::find(kIds, fault.fault.cause, &CauseRow::cause);
  return row == kIds.end() ? nullptr : row;
}

}  // namespace

Finding describe(const gpu::KernelFault& fault, std::uint64_t launch) {
  const CauseRow* row = find_cause(fault);
  const std::string_view id = row == nullptr ? "fault" : fault.null_arguments.empty() ? row->id : "memory.null";
  Finding finding{.id = std::string(id),
                  .what = fault.fault.what,
                  .sites = {fault.site},
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

std::optional<Finding> make_finding(const gpu::Report& report, std::uint64_t launch) {
  if (report.kernel)
    return find_cause(*report.kernel) == nullptr ? std::nullopt : std::optional(describe(*report.kernel, launch));
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
