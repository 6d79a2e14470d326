// The page: styles and text alone, no script, so that it can be read, printed and sent anywhere.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "profile/report.h"

namespace eugene::profile {
namespace {

constexpr std::string_view kStyle = R"(
body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;color:#222;background:#fff}
h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid #ccc}
table{border-collapse:collapse}td,th{padding:1px 8px;text-align:right;font-variant-numeric:tabular-nums}
th{font-weight:600;color:#555}td.t,th.t{text-align:left}
.l td{font:12px/1.35 monospace;white-space:pre}
.bar{display:inline-block;height:.8em;background:#3b78b5;vertical-align:middle}
.f{margin:.6em 0;padding:.4em .8em;border-left:4px solid #d9822b;background:#fdf6ec}.f small{color:#555}
.c{display:flex;gap:3em;flex-wrap:wrap}
)";

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

// From white to red.
std::string heat_colour(double share) {
  const auto cold = static_cast<unsigned>(255 - 175 * std::clamp(share, 0.0, 1.0));
  return fmt::format("rgb(255,{},{})", cold, cold);
}

// Rows of a bar chart; the longest bar is the largest value.
class Bars {
 public:
  Bars(std::string& html, std::string_view title) : html_(html) {
    fmt::format_to(std::back_inserter(html_), "<table><tr><th class=t colspan=3>{}</th></tr>\n", escaped(title));
  }
  ~Bars() { html_ += "</table>\n"; }
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

void charts(std::string& html, const KernelReport& kernel) {
  html += "<div class=c>\n";
  {
    Bars bars(html, "Cycles that each part needs");
    for (const Limit& each : kernel.estimate.limits)
      bars.add(each.part, each.cycles, kernel.estimate.cycles(), fmt::format("{:.0f}", each.cycles));
  }
  std::array<std::uint64_t, kKindNames.size()> kinds{};
  for (std::size_t i = 0; i < kernel.models.size(); ++i)
    kinds[static_cast<std::size_t>(kernel.models[i].kind)] += kernel.counts->instructions[i].executions;
  const double most = static_cast<double>(*std::ranges::max_element(kinds));
  {
    Bars bars(html, "Instructions");
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] != 0) bars.add(kKindNames[i], static_cast<double>(kinds[i]), most, fmt::format("{}", kinds[i]));
    }
  }
  {
    Bars bars(html, "Hits in the L3");
    constexpr std::array<std::string_view, kL3Clients> kNames{"data cluster", "read-only", "URB"};
    for (std::size_t i = 0; i < kL3Clients; ++i) {
      const HitCount& each = kernel.counts->l3[i];
      if (each.accesses == 0) continue;
      const double share = static_cast<double>(each.hits) / static_cast<double>(each.accesses);
      bars.add(kNames[i], share, 1, fmt::format("{:.1f}% of {}", 100 * share, each.accesses));
    }
    if (kernel.all.slm_clocks != 0) {
      const double share = static_cast<double>(kernel.all.slm_least) / static_cast<double>(kernel.all.slm_clocks);
      bars.add("local memory without conflict", share, 1, fmt::format("{:.1f}% of clocks", 100 * share));
    }
  }
  html += "</div>\n";
}

// Where the page has an instruction of kernel `number`: names need not differ.
std::string anchor(std::size_t number, std::uint32_t offset) { return fmt::format("k{}-{:x}", number, offset); }

void listing(std::string& html, const KernelReport& kernel, std::size_t number) {
  double most = 0;
  for (const InstructionCounts& each : kernel.counts->instructions) most = std::max(most, KernelReport::heat(each));
  auto out = std::back_inserter(html);
  html +=
      "<table class=l><tr><th>time</th><th>executions</th><th>channels</th><th>stalled</th><th>waited for</th>"
      "<th>lines</th><th>SLM clocks</th><th class=t>instruction</th>";
  html += kernel.lines.empty() ? "</tr>\n" : "<th class=t>source</th></tr>\n";
  for (std::size_t i = 0; i < kernel.text.size(); ++i) {
    const InstructionCounts& each = kernel.counts->instructions[i];
    const double heat = KernelReport::heat(each);
    fmt::format_to(out,
                   "<tr id=\"{}\" style=\"background:{}\"><td>{:.1f}%</td><td>{}</td><td>{:.1f}</td><td>{}</td>"
                   "<td>{}</td><td>{}</td><td>{}</td><td class=t>{} {}</td>",
                   anchor(number, kernel.offsets[i]), heat_colour(most == 0 ? 0 : heat / most), kernel.time(each),
                   each.executions, KernelReport::channels(each), each.stalled, each.blamed, each.lines,
                   each.slm_clocks, escaped(kernel.places[i]), escaped(kernel.text[i]));
    html += kernel.lines.empty() ? "</tr>\n" : fmt::format("<td class=t>{}</td></tr>\n", escaped(kernel.source_of(i)));
  }
  html += "</table>\n";
}

// The lines of the source, each with the time of its instructions.
void sources(std::string& html, const KernelReport& kernel, std::size_t number) {
  if (kernel.lines.empty()) return;
  double most = 0;
  for (const LineReport& each : kernel.lines) most = std::max(most, KernelReport::heat(each.counts));
  auto out = std::back_inserter(html);
  html +=
      "<table class=\"l s\"><tr><th>time</th><th>executions</th><th>channels</th><th>stalled</th><th>waited for</th>"
      "<th class=t>source</th><th class=t></th></tr>\n";
  for (const LineReport& line : kernel.lines) {
    const InstructionCounts& each = line.counts;
    const double heat = KernelReport::heat(each);
    fmt::format_to(out,
                   "<tr style=\"background:{}\"><td>{:.1f}%</td><td>{}</td><td>{:.1f}</td><td>{}</td><td>{}</td>"
                   "<td class=t><a href=\"#{}\">{}</a></td><td class=t>{}</td></tr>\n",
                   heat_colour(most == 0 ? 0 : heat / most), kernel.time(each), each.executions,
                   KernelReport::channels(each), each.stalled, each.blamed, anchor(number, kernel.offsets[line.first]),
                   escaped(text_of(line.source)), escaped(line.text));
  }
  html += "</table><br>\n";
}

}  // namespace

std::string as_html(const std::vector<KernelReport>& kernels, std::string_view title) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>Profile of {0}</title><style>{1}</style></head>"
      "<body>\n<h1>Profile of {0}</h1>\n",
      escaped(title), kStyle);
  auto out = std::back_inserter(html);
  for (std::size_t number = 0; number < kernels.size(); ++number) {
    const KernelReport& kernel = kernels[number];
    const double executions = std::max(1.0, static_cast<double>(kernel.all.executions));
    fmt::format_to(out,
                   "<h2>{}</h2>\n<p>{} dispatches, {} threads, {} instructions, {:.1f} channels enabled on average. "
                   "Estimated time: <b>{:.0f} cycles</b>, limited by <b>{}</b>{}{}.</p>\n",
                   escaped(kernel.name + kernel.of_file()), kernel.counts->dispatches, kernel.counts->threads,
                   kernel.all.executions, static_cast<double>(kernel.all.channels) / executions,
                   kernel.estimate.cycles(), kernel.estimate.limits.front().part, kernel.sample().empty() ? "" : "; ",
                   kernel.sample());
    for (const Finding& each : kernel.findings) {
      const std::string source = kernel.source_of(each.instruction);
      fmt::format_to(out, "<div class=f><b>{}</b> ({:.0f}%) at <a href=\"#{}\">{}</a>{}{}<br><small>{}</small></div>\n",
                     escaped(each.what), 100 * each.share, anchor(number, kernel.offsets[each.instruction]),
                     escaped(kernel.places[each.instruction]), source.empty() ? "" : ", from ", escaped(source),
                     escaped(each.hint));
    }
    charts(html, kernel);
    sources(html, kernel, number);
    listing(html, kernel, number);
  }
  if (kernels.empty()) html += "<p>No kernel has run.</p>\n";
  return html + "</body></html>\n";
}

}  // namespace eugene::profile
