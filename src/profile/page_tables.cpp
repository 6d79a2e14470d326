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

// Red over whatever the page's colour is, and the length of the bar: `share` of the hottest.
std::string heat_style(double share) {
  constexpr double kMostRed = 0.55;
  const double part = std::clamp(share, 0.0, 1.0);
  return fmt::format("background:rgba(220,60,40,{:.3f});--h:{:.1f}%", kMostRed * part, 100 * part);
}

double most_of(const KernelReport& kernel) {
  double most = 0;
  for (const InstructionCounts& each : kernel.counts->instructions) most = std::max(most, KernelReport::heat(each));
  return most;
}

double share_of(double heat, double most) { return most == 0 ? 0 : heat / most; }

// A head with its explanation, which kLegend has as well.
std::string head(std::string_view name, std::string_view meaning) {
  return fmt::format("<th><abbr title=\"{}\">{}</abbr></th>", meaning, name);
}

// What an entry is stands behind its time, where a narrow window shows it as well: `middle`.
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

// Without the blanks that put operands below each other.
std::string squeezed(std::string_view text) {
  std::string result;
  for (const char each : text) {
    if (each != ' ' || result.empty() || result.back() != ' ') result += each;
  }
  return result;
}

// Its text, and behind it what it sends.
std::string instruction_text(const KernelReport& kernel, std::size_t index) {
  const std::string& message = kernel.messages[index];
  return escaped(squeezed(kernel.text[index])) +
         (message.empty() ? "" : fmt::format(" <span class=soft>{}</span>", escaped(message)));
}

// The name of the file without its directory, and the line; all of it where the pointer rests.
std::string short_place(std::string_view place) {
  const std::size_t slash = place.rfind('/');
  return fmt::format("<span title=\"{}\">{}</span>", escaped(place),
                     escaped(slash == std::string_view::npos ? place : place.substr(slash + 1)));
}

// The cycles that it has more or less than before, of all threads.
std::string change_cell(const InstructionCounts* before, const InstructionCounts& now) {
  if (before == nullptr) return "<td class=soft>new</td>";
  const double was = KernelReport::heat(*before);
  const double is = KernelReport::heat(now);
  if (was == is) return "<td class=soft>=</td>";
  return fmt::format("<td class={}>{}{} ({})</td>", is > was ? "bad" : "good", is > was ? "+" : "-",
                     grouped(std::abs(is - was)), change_text(was, is));
}

// By the line's place as text, its number among those of the kernel.
std::map<std::string, std::size_t> numbers_of_lines(const KernelReport& kernel) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < kernel.lines.size(); ++i) numbers.emplace(text_of(kernel.lines[i].source), i);
  return numbers;
}

// The place in the source of instruction `index`, which leads to its line.
std::string source_cell(const KernelReport& kernel, const std::map<std::string, std::size_t>& numbers,
                        std::size_t number, std::size_t index) {
  if (kernel.lines.empty()) return {};
  auto line = kernel.counts->lines.at(kernel.offsets[index]);
  if (line) line->column = 0;
  const auto found = line ? numbers.find(text_of(*line)) : numbers.end();
  if (found == numbers.end()) return "<td class=t></td>";
  return fmt::format("<td class=t><a href=\"#{}\">{}</a></td>", line_anchor(number, found->second),
                     short_place(kernel.source_of(index)));
}

void instruction_rows(std::string& html, const KernelReport& kernel, std::size_t number) {
  const double most = most_of(kernel);
  const auto numbers = numbers_of_lines(kernel);
  auto out = std::back_inserter(html);
  for (std::size_t i = 0; i < kernel.text.size(); ++i) {
    const InstructionCounts& each = kernel.counts->instructions[i];
    const std::string what = fmt::format("<td class=t>{} {}</td>{}", escaped(kernel.places[i]),
                                         instruction_text(kernel, i), source_cell(kernel, numbers, number, i));
    fmt::format_to(out, "<tr id=\"{}\"{} style=\"{}\">{}<td>{}</td><td>{}</td>", anchor(number, kernel.offsets[i]),
                   each.executions == 0 ? " class=z" : "", heat_style(share_of(KernelReport::heat(each), most)),
                   count_cells(kernel, each, what), grouped(each.lines), grouped(each.slm_clocks));
    if (kernel.before != nullptr) html += change_cell(before_of(kernel, i), each);
    html += "</tr>\n";
  }
}

std::string change_head(const KernelReport& kernel) {
  return kernel.before == nullptr ? "" : head("change", "cycles of all threads, compared");
}

// Of a table of instructions, with the place in the source where there is one.
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
  double most = 0;
  for (const LineReport& each : kernel.lines) most = std::max(most, KernelReport::heat(each.counts));
  auto out = std::back_inserter(html);
  fmt::format_to(out, "<div><h3>Lines</h3><div class=box><table class=\"l s\"><tr>{}{}</tr>\n",
                 count_heads("<th class=t>source</th><th class=t></th>"), change_head(kernel));
  for (std::size_t i = 0; i < kernel.lines.size(); ++i) {
    const LineReport& line = kernel.lines[i];
    const std::string what =
        fmt::format("<td class=t><a id=\"{}\" href=\"#{}\">{}</a></td><td class=t>{}</td>", line_anchor(number, i),
                    anchor(number, kernel.offsets[line.first]), short_place(text_of(line.source)), escaped(line.text));
    fmt::format_to(out, "<tr style=\"{}\">{}{}</tr>\n", heat_style(share_of(KernelReport::heat(line.counts), most)),
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
  const double most = most_of(kernel);
  const auto numbers = numbers_of_lines(kernel);
  html += fmt::format("<h3>The ten hottest</h3>\n<div class=box><table class=l><tr>{}</tr>\n",
                      count_heads(instruction_heads(kernel)));
  for (const std::size_t i : order) {
    const InstructionCounts& each = kernel.counts->instructions[i];
    if (each.executions == 0) break;
    const std::string what =
        fmt::format("<td class=t><a href=\"#{}\">{}</a> {}</td>{}", anchor(number, kernel.offsets[i]),
                    escaped(kernel.places[i]), instruction_text(kernel, i), source_cell(kernel, numbers, number, i));
    html += fmt::format("<tr style=\"{}\">{}</tr>\n", heat_style(share_of(KernelReport::heat(each), most)),
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
