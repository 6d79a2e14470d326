// The roofline model: a kernel's operations per cycle, compared with the GPU's limits at its operations per byte.
//
// Counts floating-point operations of enabled channels, or integer operations if the kernel has no others. The roof of
// the arithmetic pipes is constant. The roofs of memory and of the L3 rise with the operations for each byte read from
// there. The kernel's operations per cycle follow from the estimated time.
#pragma once

#include <string_view>
#include <vector>

#include "profile/counts.h"
#include "profile/estimate.h"
#include "profile/instruction_model.h"

namespace eugene::profile {

struct Roof {
  std::string_view part;  // "arithmetic", "memory", "L3"
  double bytes = 0;       // bytes that the kernel transfers; 0 for "arithmetic"
  double per_byte = 0;    // the kernel's operations per byte
  double bandwidth = 0;   // bytes per cycle
  double operations = 0;  // max operations per cycle
};

struct Roofline {
  bool is_floating = true;  // operations are on floating-point numbers, else on integers
  double operations = 0;    // of all threads; 0: the kernel has none, and `roofs` is empty
  double reached = 0;       // operations per cycle
  std::vector<Roof> roofs;  // lowest first

  double share() const { return roofs.empty() ? 0 : reached / roofs.front().operations; }
};

Roofline roofline(const KernelCounts& kernel, const std::vector<InstructionModel>& models, const Estimate& estimate);

}  // namespace eugene::profile
