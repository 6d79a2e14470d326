#include "profile/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <nlohmann/json.hpp>

#include "profile/report.h"

namespace eugene::profile {
namespace {

InstructionCounts counts_in(const nlohmann::json& json) {
  InstructionCounts counts;
  for (const CountName& each : kCountNames) counts.*each.member = json.value(each.name, std::uint64_t{0});
  return counts;
}

BaselineKernel baseline_kernel(const nlohmann::json& json) {
  BaselineKernel kernel{.name = json.at("name"),
                        .cycles = json.at("estimated_cycles"),
                        .dispatches = json.at("dispatches"),
                        .all = counts_in(json.at("total"))};
  for (const nlohmann::json& each : json.at("instructions")) {
    kernel.text.push_back(each.at("text"));
    kernel.instructions.push_back(counts_in(each));
  }
  for (const nlohmann::json& each : json.value("lines", nlohmann::json::array()))
    kernel.lines[fmt::format("{}:{}", each.at("file").get<std::string>(), each.at("line").get<unsigned>())] =
        counts_in(each);
  return kernel;
}

// Matches each line of `now` to a line of `before` by their longest common subsequence. If the table would be too
// large, matches equal lines at the same index instead.
std::vector<std::optional<std::size_t>> matched(const std::vector<std::string>& before,
                                                const std::vector<std::string>& now) {
  constexpr std::size_t kMaxCells = std::size_t{1} << 24;
  std::vector<std::optional<std::size_t>> was(now.size());
  const std::size_t width = now.size() + 1;
  if ((before.size() + 1) * width > kMaxCells) {
    for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i)
      if (before[i] == now[i]) was[i] = i;
    return was;
  }
  std::vector<std::uint32_t> longest((before.size() + 1) * width);  // common subsequence of before[i..] and now[j..]
  for (std::size_t i = before.size(); i-- > 0;) {
    for (std::size_t j = now.size(); j-- > 0;) {
      longest[i * width + j] = before[i] == now[j] ? longest[(i + 1) * width + j + 1] + 1
                                                   : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  for (std::size_t i = 0, j = 0; i < before.size() && j < now.size();) {
    if (before[i] == now[j]) {
      was[j++] = i++;
    } else {
      ++(longest[(i + 1) * width + j] >= longest[i * width + j + 1] ? i : j);
    }
  }
  return was;
}

}  // namespace

Result<Baseline> baseline_from_json(std::string_view text) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    if (!json.is_object() || json.value("schema", 0U) != kJsonSchema)
      return fail(fmt::format("it is not a profile with schema {}", kJsonSchema), {}, "write it with --profile-json");
    Baseline baseline{.date = json.at("date"), .kernels = {}};
    for (const nlohmann::json& each : json.at("kernels")) baseline.kernels.push_back(baseline_kernel(each));
    return baseline;
  } catch (const std::exception&) {  // thrown by the JSON library
    return fail("it is not a profile that --profile-json has written");
  }
}

void compare(std::vector<KernelReport>& reports, Baseline& baseline) {
  std::map<std::string_view, std::size_t> seen;  // number of reports so far, by name
  for (KernelReport& report : reports) {
    std::size_t skipped = seen[report.counts->name]++;
    for (BaselineKernel& each : baseline.kernels) {
      if (each.name != report.counts->name || skipped-- != 0) continue;
      each.was = matched(each.text, report.text);
      report.before = &each;
      break;
    }
  }
}

std::vector<Difference> differences(const KernelReport& kernel) {
  if (kernel.before == nullptr) return {};
  const InstructionCounts& before = kernel.before->all;
  const InstructionCounts& now = kernel.all;
  std::vector<Difference> rows{
      {"estimated cycles", kernel.before->cycles, kernel.estimate.cycles()},
      {"dispatches", static_cast<double>(kernel.before->dispatches), static_cast<double>(kernel.counts->dispatches)}};
  constexpr std::array<std::pair<std::string_view, std::uint64_t InstructionCounts::*>, 7> kRows{
      {{"instructions", &InstructionCounts::executions},
       {"cycles of pipes", &InstructionCounts::issue},
       {"cycles stalled", &InstructionCounts::stalled},
       {"bytes of messages", &InstructionCounts::bytes},
       {"lines of the L3", &InstructionCounts::lines},
       {"clocks of local memory", &InstructionCounts::slm_clocks},
       {"branches that part", &InstructionCounts::divergences}}};
  for (const auto& [what, member] : kRows) {
    if (before.*member != 0 || now.*member != 0)
      rows.push_back({what, static_cast<double>(before.*member), static_cast<double>(now.*member)});
  }
  return rows;
}

std::string change_text(double before, double now) {
  if (before == now) return "=";
  if (before == 0) return "new";
  return fmt::format("{:+.1f}%", 100 * (now - before) / before);
}

const InstructionCounts* find_before(const KernelReport& kernel, std::size_t index) {
  if (kernel.before == nullptr || !kernel.before->was[index]) return nullptr;
  return &kernel.before->instructions[*kernel.before->was[index]];
}

std::string comparison_text(const std::vector<KernelReport>& reports) {
  std::string text;
  auto out = std::back_inserter(text);
  for (const KernelReport& report : reports) {
    fmt::format_to(out, "kernel {}: {}\n", report.name,
                   report.before == nullptr ? "not in the earlier profile" : "compared");
    if (report.before == nullptr) continue;
    fmt::format_to(out, "  {:<24}{:>16}{:>16}{:>10}\n", "", "before", "now", "change");
    for (const Difference& each : differences(report))
      fmt::format_to(out, "  {:<24}{:>16.0f}{:>16.0f}{:>10}\n", each.what, each.before, each.now,
                     change_text(each.before, each.now));
  }
  return text;
}

}  // namespace eugene::profile
