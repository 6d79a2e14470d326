// An earlier profile, written by as_json(), to compare a new profile with.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "profile/counts.h"

namespace eugene::profile {

struct KernelReport;

struct BaselineKernel {
  std::string name;
  double cycles = 0;  // the estimate
  std::uint64_t dispatches = 0;
  InstructionCounts all;
  std::vector<std::string> text;                   // by instruction
  std::vector<InstructionCounts> instructions;     // by instruction
  std::map<std::string, InstructionCounts> lines;  // by "file:line"
  // For each instruction of the new kernel, the index of the matching instruction of this kernel; none if it is new.
  std::vector<std::optional<std::size_t>> was;
};

struct Baseline {
  std::string date;
  std::vector<BaselineKernel> kernels;
};

// Fails if the text is not a profile, or has another schema.
Result<Baseline> baseline_from_json(std::string_view text);

// Sets `before` of each report to the baseline's kernel of the same name. Kernels of equal names are matched in order.
// `baseline` must outlive the reports.
void compare(std::vector<KernelReport>& reports, Baseline& baseline);

// A quantity before and now; less is better.
struct Difference {
  std::string_view what;
  double before = 0;
  double now = 0;
};
// Empty if the kernel has no earlier kernel to compare with.
std::vector<Difference> differences(const KernelReport& kernel);

// "-20.1%", "+3.0%", "=", "new"
std::string change_text(double before, double now);

// Returns the earlier counts of instruction `index`; null if the instruction is new.
const InstructionCounts* find_before(const KernelReport& kernel, std::size_t index);

// Returns the comparison as text for people, kernel by kernel.
std::string comparison_text(const std::vector<KernelReport>& reports);

}  // namespace eugene::profile
