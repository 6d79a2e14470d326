// From counts to time: which part of the GPU limits a kernel, and what its threads wait for.
//
// Each part alone would need a number of cycles: a pipe those that its instructions hold it, divided among the EUs;
// shared local memory and the banks of the L3 the clocks of the accesses; memory the lines that the L3 does not have;
// and the threads themselves what they take one by one, divided by those that run at a time. The largest is the
// estimate: the others are hidden behind it.
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
  std::vector<Limit> limits;  // the largest first
  double cycles() const { return limits.empty() ? 0 : limits.front().cycles; }
};
Estimate estimate(const KernelCounts& kernel, const std::vector<InstructionModel>& models);

// Something that costs time, and where.
struct Finding {
  std::string what;
  std::string hint;
  double share = 0;             // of the estimated time, where it were gone; for the order
  std::size_t instruction = 0;  // that has the most of it
};
// Possible improvements, the most expensive problem first.
std::vector<Finding> findings(const KernelCounts& kernel, const std::vector<InstructionModel>& models);

// Sums over all instructions.
InstructionCounts total(const KernelCounts& kernel);
// Cycles that threads waited for the result of `instruction`, including the extra time of L3 misses.
double waited_for(const InstructionCounts& instruction, const Parameters& parameters);

}  // namespace eugene::profile
