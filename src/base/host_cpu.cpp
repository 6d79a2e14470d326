#include "base/host_cpu.h"

#include <fmt/format.h>

#include <algorithm>

namespace eugene {

const HostCpu* find_host_cpu(std::string_view name) {
  const auto* found = std::ranges::find(kHostCpus, name, &HostCpu::name);
  return found != kHostCpus.end() ? found : nullptr;
}

std::string refusal_of_host_cpu(std::string_view name, const std::array<HostCpu, 4>& cpus) {
  const auto* found = std::ranges::find(cpus, name, &HostCpu::name);
  if (found == cpus.end()) return fmt::format("{} is not x86-64-v2, x86-64-v3, x86-64-v4 or native", name);
  if (found->is_here()) return {};
  std::string_view best;
  for (const HostCpu& each : cpus)
    if (!each.features.empty() && each.is_here()) best = each.name;
  if (best.empty()) return fmt::format("this host is no {}, nor any lower level", name);
  return fmt::format("this host is no {}: the highest level that it has is {}", name, best);
}

}  // namespace eugene
