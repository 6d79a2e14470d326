// The findings of --check in this process. Each is printed at once, and kept for `eugene run`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "findings/collection.h"
#include "findings/fidelity.h"
#include "gpu/report.h"
#include "gpu/settings.h"

namespace eugene::i915 {

enum class Taken : std::uint8_t {
  no_finding,
  kept,
  passed_over,  // a finding of a kernel or launch that was not asked for
};

// Not safe for several threads at a time.
class CheckedRun {
 public:
  explicit CheckedRun(const gpu::Settings& settings);

  Taken take(const gpu::Report& report, std::uint64_t launch);
  Taken take(findings::Finding finding);
  // What a launch has executed by its fidelity.
  Taken take(const findings::KernelFidelity& fidelity, std::uint64_t launch);
  // A kernel without debug data: told with what is first found in it.
  void has_no_lines(const std::string& kernel) { without_lines_.try_emplace(kernel, false); }
  // Prints once for each kernel each thing that cannot be looked for in it.
  void hint(const std::string& kernel, const std::string& text);
  // For i915::read_findings().
  std::string json() const;

 private:
  bool is_selected(const std::string& kernel, std::uint64_t launch) const;
  void print(const std::string& text);

  const gpu::Settings* settings_;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> launches_;
  findings::Collection found_;
  std::vector<findings::KernelFidelity> fidelity_;
  std::uint64_t printed_ = 0;
  std::set<std::pair<std::string, std::string>> hinted_;  // kernels and texts
  std::map<std::string, bool> without_lines_;             // kernels, and whether that has been told
};

}  // namespace eugene::i915
