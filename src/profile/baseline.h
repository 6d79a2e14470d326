// A profile of before, to compare one with: what as_json() has written.
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
  std::vector<std::string> text;                   // of each instruction
  std::vector<InstructionCounts> instructions;     // likewise
  std::map<std::string, InstructionCounts> lines;  // by "file:line"
  // By instruction of the kernel that is compared with it: which one it was; none where there was no such one.
  std::vector<std::optional<std::size_t>> was;
};

struct Baseline {
  std::string date;
  std::vector<BaselineKernel> kernels;
};

// Fails where the text is no profile, or one of another schema.
Result<Baseline> baseline_from_json(std::string_view text);

// Gives each report the kernel of its name, those of one name in order. `baseline` must outlive them.
void compare(std::vector<KernelReport>& reports, Baseline& baseline);

// What a kernel needed, and needs; less is better.
struct Difference {
  std::string_view what;
  double before = 0;
  double now = 0;
};
// None without a kernel to compare with.
std::vector<Difference> differences(const KernelReport& kernel);

// "-20.1%", "+3.0%", "=", "new"
std::string change_text(double before, double now);

// The counts of instruction `index` before: null where it was not there.
const InstructionCounts* before_of(const KernelReport& kernel, std::size_t index);

// Kernel by kernel, as lines for people.
std::string comparison_text(const std::vector<KernelReport>& reports);

}  // namespace eugene::profile
