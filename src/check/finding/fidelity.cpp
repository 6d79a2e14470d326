#include "check/finding/fidelity.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace eugene::check {
namespace {

std::string counted(const ClassCounts& counts, std::string_view noun) {
  const std::uint64_t sum = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  std::string text = fmt::format("{} {}{}", sum, noun, sum == 1 ? "" : "s");
  if (sum == counts[0]) return text + (sum == 0 ? "" : sum == 1 ? ", exact" : ", all exact");
  std::string parts;
  for (std::size_t i = 0; i != counts.size(); ++i) {
    if (counts[i] != 0) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", counts[i], kFidelityClasses[i]);
  }
  return fmt::format("{} ({})", text, parts);
}

void add(std::vector<FidelityItem>& all, const FidelityItem& more) {
  const auto is_same = [&](const FidelityItem& each) {
    return std::tie(each.fidelity, each.name, each.reference) == std::tie(more.fidelity, more.name, more.reference);
  };
  if (const auto at = std::ranges::find_if(all, is_same); at != all.end())
    at->count += more.count;
  else
    all.push_back(more);
}

}  // namespace

void add(std::vector<KernelFidelity>& all, const KernelFidelity& more) {
  const auto at = std::ranges::find(all, more.kernel, &KernelFidelity::kernel);
  if (at == all.end()) {
    all.push_back(more);
    return;
  }
  at->launches += more.launches;
  for (std::size_t i = 0; i != kFidelityClasses.size(); ++i) {
    at->instructions[i] += more.instructions[i];
    at->messages[i] += more.messages[i];
  }
  for (const FidelityItem& each : more.inexact) add(at->inexact, each);
}

std::string format(const std::vector<KernelFidelity>& all) {
  std::string text;
  for (const KernelFidelity& kernel : all) {
    text += fmt::format("eugene: fidelity of {}: {}; {}\n", kernel.kernel, counted(kernel.instructions, "instruction"),
                        counted(kernel.messages, "message"));
    std::vector<FidelityItem> items = kernel.inexact;
    std::ranges::stable_sort(items, [](const FidelityItem& a, const FidelityItem& b) {
      return std::tuple(a.fidelity, b.count) < std::tuple(b.fidelity, a.count);
    });
    for (const FidelityItem& each : items)
      text += fmt::format("  {:<10}  {:>10}  {}: {}\n", kFidelityClasses[each.fidelity], each.count, each.name,
                          each.reference);
  }
  return text;
}

}  // namespace eugene::check
