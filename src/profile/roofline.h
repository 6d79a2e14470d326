// A roofline: operations a cycle beside what the GPU could do, by how many operations there are for each byte.
//
// The operations are those on floating-point numbers, or on integers where a kernel has none of the others; those of
// channels that are off do not count. The pipes of arithmetic have a roof whatever the bytes are. The roofs of memory
// and of the L3 rise with the operations for each byte from there. What a kernel reaches is by the estimated time.
#pragma once

#include <string_view>
#include <vector>

#include "profile/counts.h"
#include "profile/estimate.h"
#include "profile/instruction_model.h"

namespace eugene::profile {

struct Roof {
  std::string_view part;  // "arithmetic", "memory", "L3"
  double bytes = 0;       // that the kernel has from there; 0: of the pipes
  double per_byte = 0;    // operations for each of these bytes
  double bandwidth = 0;   // bytes a cycle
  double operations = 0;  // a cycle, at most
};

struct Roofline {
  bool is_floating = true;  // else the operations are on integers
  double operations = 0;    // of all threads; 0: there are none, and no roofs
  double reached = 0;       // operations a cycle
  std::vector<Roof> roofs;  // the lowest first

  double share() const { return roofs.empty() ? 0 : reached / roofs.front().operations; }
};

Roofline roofline(const KernelCounts& kernel, const std::vector<InstructionModel>& models, const Estimate& estimate);

}  // namespace eugene::profile
