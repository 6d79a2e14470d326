#include "findings/collection.h"

#include <fmt/format.h>

#include <algorithm>

namespace eugene::findings {
namespace {

// A finding without a place in a kernel is about the driver's commands: its words tell it from others.
std::string key_of(const Finding& finding) {
  std::string key = fmt::format("{}\n{}\n", finding.id, finding.kernel);
  if (finding.sites.empty()) key += finding.what;
  for (const Site& site : finding.sites) {
    key += site.source ? fmt::format("{}:{}\n", site.source->file, site.source->line)
                       : fmt::format("{:#x}\n", site.instruction);
  }
  return key;
}

}  // namespace

Added Collection::merge(std::vector<Finding>& into, std::map<std::string, std::size_t>& known, Finding finding,
                        bool is_printed) {
  const auto [found, is_new] = known.try_emplace(key_of(finding), into.size());
  if (!is_new) {
    Finding& first = into[found->second];
    first.total = first.all() + finding.all();
    if (!is_printed) first.count += finding.count;
    return Added::again;
  }
  into.push_back(std::move(finding));
  return Added::first;
}

Added Collection::add(Finding finding) {
  bool is_suppressed = is_ignored_in_source(finding);
  for (const Suppression& each : suppressions_) {
    if (!matches(each, finding)) continue;
    is_suppressed = true;
    if (std::ranges::find(used_lines_, each.line) == used_lines_.end()) used_lines_.push_back(each.line);
  }
  if (!is_suppressed) return merge(findings_, known_, std::move(finding), true);
  merge(suppressed_, known_suppressed_, std::move(finding), true);
  return Added::suppressed;
}

std::vector<Suppression> Collection::unused() const {
  std::vector<Suppression> result;
  for (const Suppression& each : suppressions_) {
    if (std::ranges::find(used_lines_, each.line) == used_lines_.end()) result.push_back(each);
  }
  return result;
}

std::vector<Finding> merged(std::vector<Finding> all) {
  std::vector<Finding> into;
  std::map<std::string, std::size_t> known;
  for (Finding& each : all) Collection::merge(into, known, std::move(each), false);
  return into;
}

}  // namespace eugene::findings
