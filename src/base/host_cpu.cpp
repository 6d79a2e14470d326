#include "base/host_cpu.h"

#include <fmt/format.h>

#include <algorithm>

namespace eugene {

#if defined(__clang__) && __clang_major__ < 17
bool is_host_v2() { return __builtin_cpu_supports("sse4.2") != 0; }
bool is_host_v3() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
         __builtin_cpu_supports("bmi2") != 0;
}
bool is_host_v4() { return is_host_v3() && __builtin_cpu_supports("avx512vl") != 0; }
#else
bool is_host_v2() { return __builtin_cpu_supports("x86-64-v2") != 0; }
bool is_host_v3() { return __builtin_cpu_supports("x86-64-v3") != 0; }
bool is_host_v4() { return __builtin_cpu_supports("x86-64-v4") != 0; }
#endif

const HostCpu* find_host_cpu(std::string_view name) {
  const auto* found = std::ranges::find(kHostCpus, name, &HostCpu::name);
  return found != kHostCpus.end() ? found : nullptr;
}

namespace {

// Returns "A, B or C".
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
  if (found == cpus.end()) return fmt::format("unknown processor {}: use {}", name, listed(cpus));
  if (found->is_here()) return {};
  std::string_view best;
  for (const HostCpu& each : cpus)
    if (!each.features.empty() && each.is_here()) best = each.name;
  if (best.empty()) return fmt::format("this host supports neither {} nor a lower level", name);
  return fmt::format("this host does not support {}: its highest level is {}", name, best);
}

}  // namespace eugene
