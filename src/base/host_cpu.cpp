#include "base/host_cpu.h"

#include <fmt/format.h>

#include <algorithm>

namespace eugene {

const HostCpu* find_host_cpu(std::string_view name) {
  const auto* found = std::ranges::find(kHostCpus, name, &HostCpu::name);
  return found != kHostCpus.end() ? found : nullptr;
}

namespace {

// "A, B or C".
std::string listed(const std::array<HostCpu, 4>& cpus) {
  std::string text;
  for (const HostCpu& each : cpus) {
    const bool is_last = &each == &cpus.back();
    text += fmt::format("{}{}", text.empty() ? "" : is_last ? " or " : ", ", each.name);
  }
  return text;
}

}  // namespace

std::string refusal_of_host_cpu(std::string_view name, const std::array<HostCpu, 4>& cpus) {
  const auto* found = std::ranges::find(cpus, name, &HostCpu::name);
  if (found == cpus.end()) return fmt::format("{} is not {}", name, listed(cpus));
  if (found->is_here()) return {};
  std::string_view best;
  for (const HostCpu& each : cpus)
    if (!each.features.empty() && each.is_here()) best = each.name;
  if (best.empty()) return fmt::format("this host is no {}, nor any lower level", name);
  return fmt::format("this host is no {}: the highest level that it has is {}", name, best);
}

}  // namespace eugene
