// Text, numbers and charts of the page.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "profile/baseline.h"
#include "profile/page.h"

namespace eugene::profile::page {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char each : text) {
    switch (each) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += each; break;
    }
  }
  return result;
}

std::string grouped(std::uint64_t number) {
  constexpr std::size_t kDigits = 3;
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > kDigits;) text.insert(at -= kDigits, 1, ',');
  return text;
}

std::string grouped(double number) { return grouped(static_cast<std::uint64_t>(std::llround(std::max(number, 0.0)))); }

std::string anchor(std::size_t number, std::uint32_t offset) { return fmt::format("k{}-{:x}", number, offset); }
std::string line_anchor(std::size_t number, std::size_t line) { return fmt::format("k{}-line{}", number, line); }

namespace {

// A bar chart, to which add() appends a row. The largest value gets the longest bar.
class Bars {
 public:
  Bars(std::string& html, std::string_view title) : html_(html) {
    fmt::format_to(std::back_inserter(html_), "<div><table><tr><th class=t colspan=3>{}</th></tr>\n", escaped(title));
  }
  ~Bars() { html_ += "</table></div>\n"; }
  Bars(const Bars&) = delete;
  Bars& operator=(const Bars&) = delete;

  void add(std::string_view name, double value, double largest, const std::string& label) {
    constexpr double kWidth = 220;
    fmt::format_to(std::back_inserter(html_),
                   "<tr><td class=t>{}</td><td>{}</td><td class=t><span class=bar style=\"width:{:.0f}px\"></span></td>"
                   "</tr>\n",
                   escaped(name), label, largest > 0 ? kWidth * value / largest : 0);
  }

 private:
  std::string& html_;
};

void chart_kinds(std::string& html, const KernelReport& kernel) {
  std::array<std::uint64_t, kKindNames.size()> kinds{};
  for (std::size_t i = 0; i < kernel.models.size(); ++i)
    kinds[static_cast<std::size_t>(kernel.models[i].kind)] += kernel.counts->instructions[i].executions;
  const auto max = static_cast<double>(*std::ranges::max_element(kinds));
  Bars bars(html, "Instructions");
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] != 0) bars.add(kKindNames[i], static_cast<double>(kinds[i]), max, grouped(kinds[i]));
  }
}

void chart_groups(std::string& html, const KernelReport& kernel) {
  const Occupancy& occupancy = kernel.occupancy;
  if (occupancy.limits.empty()) return;
  Bars bars(html, "Groups that fit at a time");
  const auto max = static_cast<double>(occupancy.limits.back().groups);
  for (const GroupLimit& each : occupancy.limits)
    bars.add(each.what, static_cast<double>(each.groups), max, grouped(each.groups));
}

void chart_hits(std::string& html, const KernelReport& kernel) {
  const auto is_used = [](const HitCount& each) { return each.accesses != 0; };
  if (std::ranges::none_of(kernel.counts->l3, is_used) && kernel.all.slm_clocks == 0) return;
  Bars bars(html, "Hits in the L3");
  constexpr std::array<std::string_view, kL3Clients> kNames{"data cluster", "read-only", "URB"};
  for (std::size_t i = 0; i < kL3Clients; ++i) {
    const HitCount& each = kernel.counts->l3[i];
    if (each.accesses == 0) continue;
    const double share = static_cast<double>(each.hits) / static_cast<double>(each.accesses);
    bars.add(kNames[i], share, 1, fmt::format("{:.1f}% of {}", 100 * share, grouped(each.accesses)));
  }
  if (kernel.all.slm_clocks == 0) return;
  const double share = static_cast<double>(kernel.all.slm_least) / static_cast<double>(kernel.all.slm_clocks);
  bars.add("local memory without conflict", share, 1, fmt::format("{:.1f}% of clocks", 100 * share));
}

}  // namespace

void charts(std::string& html, const KernelReport& kernel) {
  html += "<div class=c>\n";
  {
    Bars bars(html, "Cycles that each part needs");
    for (const Limit& each : kernel.estimate.limits)
      bars.add(each.part, each.cycles, kernel.estimate.cycles(), grouped(each.cycles));
  }
  chart_groups(html, kernel);
  chart_kinds(html, kernel);
  chart_hits(html, kernel);
  roofline(html, kernel);
  html += "</div>\n";
}

void comparison(std::string& html, const KernelReport& kernel) {
  if (kernel.before == nullptr) return;
  html +=
      "<h3>Compared</h3>\n<div class=box><table class=l><tr><th "
      "class=t></th><th>before</th><th>now</th><th>change</th></tr>\n";
  for (const Difference& each : differences(kernel)) {
    fmt::format_to(std::back_inserter(html), "<tr><td class=t>{}</td><td>{}</td><td>{}</td><td class={}>{}</td></tr>\n",
                   each.what, grouped(each.before), grouped(each.now),
                   each.now > each.before   ? "bad"
                   : each.now < each.before ? "good"
                                            : "soft",
                   change_text(each.before, each.now));
  }
  html += "</table></div>\n";
}

}  // namespace eugene::profile::page
