#include "profile/counts.h"

#include <cmath>

namespace eugene::profile {
namespace {

std::uint64_t scaled(std::uint64_t cycles, double factor) {
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(cycles) * factor));
}

double extrapolation(double all, double timed) { return timed > 0 ? all / timed : 1; }

}  // namespace

void scale(KernelCounts& kernel) {
  if (kernel.timed_groups == kernel.groups) return;
  double timed = 0;
  double all = 0;
  for (InstructionCounts& each : kernel.instructions) {
    if (each.timed == 0) {
      all += static_cast<double>(each.issue);
      continue;
    }
    const double factor = static_cast<double>(each.executions) / static_cast<double>(each.timed);
    timed += static_cast<double>(each.issue) / factor + static_cast<double>(each.stalled);
    each.stalled = scaled(each.stalled, factor);
    each.blamed = scaled(each.blamed, factor);
    all += static_cast<double>(each.issue + each.stalled);
  }
  kernel.group_cycles = scaled(kernel.group_cycles, extrapolation(all, timed));
  kernel.resident_cycles = scaled(kernel.resident_cycles, extrapolation(all, timed));
}

}  // namespace eugene::profile
