// Estimates time from counts: which part of the GPU limits a kernel, and what its threads wait for.
//
// For each part, computes the cycles that a kernel limited only by this part would need. Pipes: the cycles for which
// instructions occupy them, divided among the EUs. Shared local memory and L3 banks: the clocks of the accesses.
// Memory: the L3 misses, divided by the bandwidth. Latency: the cycles of all groups, divided by the groups that run at
// a time. The parts work at the same time, so the estimate is the largest of these numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/counts.h"
#include "profile/instruction_model.h"

namespace eugene::profile {

struct Limit {
  std::string_view part;  // "arithmetic pipe", "shared local memory", ...
  double cycles = 0;
};

struct Estimate {
  std::vector<Limit> limits;  // largest first
  double cycles() const { return limits.empty() ? 0 : limits.front().cycles; }
};
Estimate estimate(const KernelCounts& kernel, const std::vector<InstructionModel>& models);

// A cause of lost time, and its place.
struct Bottleneck {
  std::string what;
  std::string hint;
  double share = 0;             // estimated share of the time that a fix would save; findings are sorted by it
  std::size_t instruction = 0;  // instruction that contributes most
};
// Returns possible improvements, the most expensive problem first.
std::vector<Bottleneck> findings(const KernelCounts& kernel, const std::vector<InstructionModel>& models);

// Returns the sums over all instructions.
InstructionCounts total(const KernelCounts& kernel);
// Returns the cycles that threads waited for the result of `instruction`, including the extra time of L3 misses.
double waited_for(const InstructionCounts& instruction, const Parameters& parameters);

}  // namespace eugene::profile
