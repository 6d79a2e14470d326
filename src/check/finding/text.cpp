#include "check/finding/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "gpu/report.h"

namespace eugene::check {

std::string item_text(const WorkItem& item) {
  if (item.stage != Stage::compute) return gpu::item_of_draw(item);
  if (item.global) return fmt::format("global id ({})", fmt::join(*item.global, ","));
  if (item.index) return fmt::format("group ({}), invocation {}", fmt::join(item.group, ","), *item.index);
  std::string text = fmt::format("group ({}), EU thread {}", fmt::join(item.group, ","), item.thread);
  if (item.channel != kUnknownChannel) text += fmt::format(", channel {}", item.channel);
  return text;
}

namespace {

std::string format_place(const Site& site) {
  return site.source ? fmt::format("{}:{}", site.source->file, site.source->line)
                     : fmt::format("{:#06x}", site.instruction);
}

std::string site_text(const Site& site) {
  std::string text = fmt::format("  {:<7} ", site.access.empty() ? "at" : site.access);
  text += site.source ? format_place(site) : fmt::format("{}: {}", format_place(site), site.assembly);
  if (!site.text.empty()) text += "  " + site.text;
  if (site.item) text += "  " + item_text(*site.item);
  return text + "\n";
}

// "  also    read reduce.cl:11, write reduce.cl:12"
std::string other_text(const Finding& other) {
  std::string text;
  for (const Site& site : other.sites)
    text += fmt::format("{}{} {}", text.empty() ? "  also    " : ", ", site.access, format_place(site));
  return text + "\n";
}

std::string kernel_text(const Finding& finding) {
  std::string text = fmt::format("  kernel  {}", finding.kernel.empty() ? "without a name" : finding.kernel);
  if (finding.launch != 0) text += fmt::format(", launch {}", finding.launch);
  const char* separator = "; instruction ";
  for (const Site& site : finding.sites) {
    text += fmt::format("{}{:#06x}", separator, site.instruction);
    separator = ", ";
  }
  return text + "\n";
}

}  // namespace

std::string format(const Finding& finding) {
  std::string text = fmt::format("eugene: {}: {}\n", finding.id, finding.what);
  for (const Site& site : finding.sites) text += site_text(site);
  for (const Finding& other : finding.others) text += other_text(other);
  if (!finding.memory.empty()) text += fmt::format("  memory  {}\n", finding.memory);
  if (!finding.kernel.empty() || !finding.sites.empty()) text += kernel_text(finding);
  if (finding.count > 1) text += fmt::format("  count   {}\n", finding.count);
  if (!finding.reference.empty()) text += fmt::format("  rule    {}\n", finding.reference);
  if (!finding.hint.empty()) text += fmt::format("  hint    {}\n", finding.hint);
  return text;
}

std::string format(const Collection& all, const Summary& summary) {
  std::map<std::string, unsigned> by_id;
  std::set<std::string> kernels;
  for (const Finding& each : all.findings()) {
    ++by_id[each.id];
    if (!each.kernel.empty() || !each.sites.empty()) kernels.insert(each.kernel);
  }
  std::vector<std::string> ids;
  for (const auto& [id, count] : by_id) ids.push_back(fmt::format("{} {}", id, count));
  const std::size_t errors = all.findings().size();
  // Kernels with the same machine code were counted as one, so findings may name more kernels.
  const std::uint64_t of = std::max<std::uint64_t>(summary.kernels, kernels.size());
  std::string text;
  for (const Suppression& each : all.unused())
    text += fmt::format("eugene: the suppression in line {} (kind {}) has matched nothing\n", each.line, each.kind);
  text += fmt::format("eugene: {} {} in {} of {} {}", errors, errors == 1 ? "error" : "errors", kernels.size(), of,
                      of == 1 ? "kernel" : "kernels");
  if (!ids.empty()) text += fmt::format(" ({})", fmt::join(ids, ", "));
  return text + fmt::format(", {} suppressed; exit status {}\n", all.suppressed().size(), summary.exit_status);
}

}  // namespace eugene::check
