// The tables of instructions and lines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>

#include "profile/baseline.h"
#include "profile/page.h"

namespace eugene::profile::page {
namespace {

constexpr std::size_t kHottestRows = 10;

// Returns a style with a translucent red and a bar, both in proportion to `share` of the hottest row's heat.
std::string heat_style(double share) {
  constexpr double kMaxRed = 0.55;
  const double part = std::clamp(share, 0.0, 1.0);
  return fmt::format("background:rgba(220,60,40,{:.3f});--h:{:.1f}%", kMaxRed * part, 100 * part);
}

double find_max_heat(const KernelReport& kernel) {
  double max = 0;
  for (const InstructionCounts& each : kernel.counts->instructions) max = std::max(max, KernelReport::heat(each));
  return max;
}

double compute_share(double heat, double max) { return max == 0 ? 0 : heat / max; }

// Returns a column head with a tooltip. kLegend has the same explanation.
std::string head(std::string_view name, std::string_view meaning) {
  return fmt::format("<th><abbr title=\"{}\">{}</abbr></th>", meaning, name);
}

// Returns the heads of the count columns. `middle`, the heads of the description, comes right after the time, where it
// is visible in a narrow window too.
std::string count_heads(std::string_view middle) {
  return fmt::format("{}{}{}{}{}{}", head("time", "part of the kernel's time"), middle,
                     head("executions", "by threads of the GPU"), head("channels", "lanes enabled on average"),
                     head("stalled", "cycles that its thread waited before it"),
                     head("waited for", "cycles that others waited for its result"));
}

std::string count_cells(const KernelReport& kernel, const InstructionCounts& each, std::string_view middle) {
  return fmt::format("<td>{:.1f}%</td>{}<td>{}</td><td>{:.1f}</td><td>{}</td><td>{}</td>", kernel.time(each), middle,
                     grouped(each.executions), KernelReport::channels(each), grouped(each.stalled),
                     grouped(each.blamed));
}

// Removes the blanks that align operands.
std::string squeezed(std::string_view text) {
  std::string result;
  for (const char each : text) {
    if (each != ' ' || result.empty() || result.back() != ' ') result += each;
  }
  return result;
}

// Returns the instruction's text, followed by the description of its message.
std::string instruction_text(const KernelReport& kernel, std::size_t index) {
  const std::string& message = kernel.messages[index];
  return escaped(squeezed(kernel.text[index])) +
         (message.empty() ? "" : fmt::format(" <span class=soft>{}</span>", escaped(message)));
}

// Returns the file name without its directory, and the line. The full place is in the tooltip.
std::string short_place(std::string_view place) {
  const std::size_t slash = place.rfind('/');
  return fmt::format("<span title=\"{}\">{}</span>", escaped(place),
                     escaped(slash == std::string_view::npos ? place : place.substr(slash + 1)));
}

// Returns a cell with the change in cycles of all threads.
std::string change_cell(const InstructionCounts* before, const InstructionCounts& now) {
  if (before == nullptr) return "<td class=soft>new</td>";
  const double was = KernelReport::heat(*before);
  const double is = KernelReport::heat(now);
  if (was == is) return "<td class=soft>=</td>";
  return fmt::format("<td class={}>{}{} ({})</td>", is > was ? "bad" : "good", is > was ? "+" : "-",
                     grouped(std::abs(is - was)), change_text(was, is));
}

// Returns the indices of the kernel's lines, by their place as text.
std::map<std::string, std::size_t> numbers_of_lines(const KernelReport& kernel) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < kernel.lines.size(); ++i) numbers.emplace(to_text(kernel.lines[i].source), i);
  return numbers;
}

// Returns a cell with the source place of instruction `index`, linked to the row of its line.
std::string source_cell(const KernelReport& kernel, const std::map<std::string, std::size_t>& numbers,
                        std::size_t number, std::size_t index) {
  if (kernel.lines.empty()) return {};
  auto line = kernel.counts->lines.at(kernel.offsets[index]);
  if (line) line->column = 0;
  const auto found = line ? numbers.find(to_text(*line)) : numbers.end();
  if (found == numbers.end()) return "<td class=t></td>";
  return fmt::format("<td class=t><a href=\"#{}\">{}</a></td>", line_anchor(number, found->second),
                     short_place(kernel.source_location(index)));
}

void instruction_rows(std::string& html, const KernelReport& kernel, std::size_t number) {
  const double max = find_max_heat(kernel);
  const auto numbers = numbers_of_lines(kernel);
  auto out = std::back_inserter(html);
  for (std::size_t i = 0; i < kernel.text.size(); ++i) {
    const InstructionCounts& each = kernel.counts->instructions[i];
    const std::string what = fmt::format("<td class=t>{} {}</td>{}", escaped(kernel.places[i]),
                                         instruction_text(kernel, i), source_cell(kernel, numbers, number, i));
    fmt::format_to(out, "<tr id=\"{}\"{} style=\"{}\">{}<td>{}</td><td>{}</td>", anchor(number, kernel.offsets[i]),
                   each.executions == 0 ? " class=z" : "", heat_style(compute_share(KernelReport::heat(each), max)),
                   count_cells(kernel, each, what), grouped(each.lines), grouped(each.slm_clocks));
    if (kernel.before != nullptr) html += change_cell(find_before(kernel, i), each);
    html += "</tr>\n";
  }
}

std::string change_head(const KernelReport& kernel) {
  return kernel.before == nullptr ? "" : head("change", "cycles of all threads, compared");
}

// Returns the heads of a table of instructions, with a source column if the kernel has source lines.
std::string instruction_heads(const KernelReport& kernel) {
  return fmt::format("<th class=t>instruction</th>{}", kernel.lines.empty() ? "" : "<th class=t>source</th>");
}

void instruction_table(std::string& html, const KernelReport& kernel, std::size_t number) {
  html += fmt::format("<div{}><h3>Instructions</h3><div class=box><table class=l><tr>{}{}{}{}</tr>\n",
                      kernel.lines.empty() ? " class=only" : "", count_heads(instruction_heads(kernel)),
                      head("lines", "lines of the L3 that its messages reached"),
                      head("SLM clocks", "clocks of shared local memory"), change_head(kernel));
  instruction_rows(html, kernel, number);
  html += "</table></div></div>\n";
}

const InstructionCounts* line_before(const KernelReport& kernel, const SourceLine& line) {
  const auto found = kernel.before->lines.find(fmt::format("{}:{}", line.file, line.line));
  return found == kernel.before->lines.end() ? nullptr : &found->second;
}

void line_table(std::string& html, const KernelReport& kernel, std::size_t number) {
  if (kernel.lines.empty()) return;
  double max = 0;
  for (const LineReport& each : kernel.lines) max = std::max(max, KernelReport::heat(each.counts));
  auto out = std::back_inserter(html);
  fmt::format_to(out, "<div><h3>Lines</h3><div class=box><table class=\"l s\"><tr>{}{}</tr>\n",
                 count_heads("<th class=t>source</th><th class=t></th>"), change_head(kernel));
  for (std::size_t i = 0; i < kernel.lines.size(); ++i) {
    const LineReport& line = kernel.lines[i];
    const std::string what =
        fmt::format("<td class=t><a id=\"{}\" href=\"#{}\">{}</a></td><td class=t>{}</td>", line_anchor(number, i),
                    anchor(number, kernel.offsets[line.first]), short_place(to_text(line.source)), escaped(line.text));
    fmt::format_to(out, "<tr style=\"{}\">{}{}</tr>\n", heat_style(compute_share(KernelReport::heat(line.counts), max)),
                   count_cells(kernel, line.counts, what),
                   kernel.before == nullptr ? "" : change_cell(line_before(kernel, line.source), line.counts));
  }
  html += "</table></div></div>\n";
}

}  // namespace

void hottest(std::string& html, const KernelReport& kernel, std::size_t number) {
  if (kernel.text.size() <= kHottestRows) return;
  std::vector<std::size_t> order(kernel.text.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(),
                           [&](std::size_t i) { return KernelReport::heat(kernel.counts->instructions[i]); });
  order.resize(kHottestRows);
  const double max = find_max_heat(kernel);
  const auto numbers = numbers_of_lines(kernel);
  html += fmt::format("<h3>The ten hottest</h3>\n<div class=box><table class=l><tr>{}</tr>\n",
                      count_heads(instruction_heads(kernel)));
  for (const std::size_t i : order) {
    const InstructionCounts& each = kernel.counts->instructions[i];
    if (each.executions == 0) break;
    const std::string what =
        fmt::format("<td class=t><a href=\"#{}\">{}</a> {}</td>{}", anchor(number, kernel.offsets[i]),
                    escaped(kernel.places[i]), instruction_text(kernel, i), source_cell(kernel, numbers, number, i));
    html += fmt::format("<tr style=\"{}\">{}</tr>\n", heat_style(compute_share(KernelReport::heat(each), max)),
                        count_cells(kernel, each, what));
  }
  html += "</table></div>\n";
}

void listings(std::string& html, const KernelReport& kernel, std::size_t number) {
  html += "<div class=pair>\n";
  line_table(html, kernel, number);
  instruction_table(html, kernel, number);
  html += "</div>\n";
}

}  // namespace eugene::profile::page
