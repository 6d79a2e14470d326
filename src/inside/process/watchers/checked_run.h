// The findings of --check in this process. Each finding is printed at once, and kept for `eugene run`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "check/finding/collection.h"
#include "check/finding/fidelity.h"
#include "gpu/report.h"
#include "settings/settings.h"

namespace eugene::inside::process {

// The result of CheckedRun::take().
enum class ReportResult : std::uint8_t {
  no_finding,   // a report that is not a finding of the selected kinds
  kept,         // added to the findings
  passed_over,  // a finding in a kernel or launch that is not selected
};

// Not safe for several threads at a time.
class CheckedRun {
 public:
  explicit CheckedRun(const settings::Settings& settings);

  ReportResult take(const gpu::Report& report, std::uint64_t launch);
  ReportResult take(check::Finding finding);
  // Adds the counts of a launch's instructions by fidelity.
  ReportResult take(const check::KernelFidelity& fidelity, std::uint64_t launch);
  // Notes that a kernel has no debug data. The first finding in the kernel says so.
  void has_no_lines(const std::string& kernel) { without_lines_.try_emplace(kernel, false); }
  // Prints which check is not possible in a kernel; each text once for each kernel.
  void hint(const std::string& kernel, const std::string& text);
  // Returns the findings for i915::read_findings().
  std::string json() const;

 private:
  bool is_selected(const std::string& kernel, std::uint64_t launch) const;
  void print(const std::string& text);

  const settings::Settings* settings_;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> launches_;
  check::Collection found_;
  std::vector<check::KernelFidelity> fidelity_;
  std::uint64_t printed_ = 0;
  std::set<std::pair<std::string, std::string>> hinted_;  // kernels and texts
  std::map<std::string, bool> without_lines_;             // by kernel: whether the missing debug data has been reported
};

}  // namespace eugene::inside::process
