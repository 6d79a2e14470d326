#include "check/finding/collection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace eugene::check {
namespace {

// Returns the key that equal findings share. A finding without a place in a kernel is about the driver's commands, so
// its words are part of the key. The places of a race are sorted, because which side comes first differs from launch to
// launch.
std::string make_key(const Finding& finding) {
  std::string key = fmt::format("{}\n{}\n", finding.id, finding.kernel);
  if (finding.sites.empty()) key += finding.what;
  std::vector<std::string> places;
  for (const Site& site : finding.sites) {
    places.push_back(site.source ? fmt::format("{}:{}\n", site.source->file, site.source->line)
                                 : fmt::format("{:#x}\n", site.instruction));
  }
  if (finding.id == "race.local" || finding.id == "race.global") std::ranges::sort(places);
  return key + fmt::format("{}", fmt::join(places, ""));
}

// Returns the finding and its others as separate findings, each with its own counts.
std::vector<Finding> split(Finding finding) {
  std::vector<Finding> others = std::exchange(finding.others, {});
  std::uint64_t count = 0, total = 0;
  for (const Finding& each : others) {
    count += each.count;
    total += each.all();
  }
  const std::uint64_t all = finding.all();
  finding.count -= std::min(finding.count, count);
  finding.total = all - std::min(all, total);
  others.insert(others.begin(), std::move(finding));
  return others;
}

// Adds the counts of `again` to `first`, which has the same lines itself or in one of its others.
void add_again(Finding& first, const Finding& again, bool is_printed) {
  const auto other = std::ranges::find(first.others, make_key(again), make_key);
  const auto count = [&](Finding& each) {
    each.total = each.all() + again.all();
    if (!is_printed) each.count += again.count;
  };
  count(first);
  if (other != first.others.end()) count(*other);
}

void join(Finding& into, Finding other) {
  into.total = into.all() + other.all();
  into.count += other.count;
  other.joined_by.clear();
  into.others.push_back(std::move(other));
}

}  // namespace

Added Collection::merge(std::vector<Finding>& into, std::map<std::string, std::size_t>& known, Finding finding,
                        bool is_printed) {
  std::optional<std::size_t> added;
  for (Finding& each : split(std::move(finding))) {
    const auto [found, is_new] = known.try_emplace(make_key(each), added.value_or(into.size()));
    if (is_new && !added) {
      added = into.size();
      into.push_back(std::move(each));
    } else if (is_new) {
      join(into[*added], std::move(each));
    } else {
      add_again(into[found->second], each, is_printed && found->second != added);
    }
  }
  return added ? Added::first : Added::again;
}

bool Collection::is_suppressed(const Finding& finding) {
  bool is_suppressed = is_ignored_in_source(finding);
  for (const Suppression& each : suppressions_) {
    if (!matches(each, finding)) continue;
    is_suppressed = true;
    if (std::ranges::find(used_lines_, each.line) == used_lines_.end()) used_lines_.push_back(each.line);
  }
  return is_suppressed;
}

Added Collection::add(Finding finding) {
  std::optional<Finding> wanted;
  for (Finding& each : split(std::move(finding))) {
    if (is_suppressed(each)) {
      merge(suppressed_, known_suppressed_, std::move(each), true);
    } else if (wanted) {
      join(*wanted, std::move(each));
    } else {
      wanted = std::move(each);
    }
  }
  return wanted ? merge(findings_, known_, *std::move(wanted), true) : Added::suppressed;
}

std::vector<Suppression> Collection::unused() const {
  std::vector<Suppression> result;
  for (const Suppression& each : suppressions_) {
    if (std::ranges::find(used_lines_, each.line) == used_lines_.end()) result.push_back(each);
  }
  return result;
}

std::vector<Finding> merged(std::vector<Finding> all) {
  std::vector<Finding> one_each;
  std::map<std::string, std::size_t> known;
  for (Finding& each : all) Collection::merge(one_each, known, std::move(each), false);
  std::vector<Finding> joined;
  std::map<std::string, std::size_t> joined_by;
  for (Finding& each : one_each) {
    const std::size_t next = joined.size();
    const std::size_t at = each.joined_by.empty() ? next : joined_by.try_emplace(each.joined_by, next).first->second;
    if (at == next)
      joined.push_back(std::move(each));
    else
      join(joined[at], std::move(each));
  }
  return joined;
}

}  // namespace eugene::check
