// Reads the files that the watchers in a program leave for `eugene run`.
#include "check/finding/json.h"
#include "i915/channel.h"
#include "profile/profiler.h"
#include "profile/report.h"

namespace eugene::i915 {

std::vector<profile::KernelCounts> read_profile(const std::filesystem::path& directory) {
  std::vector<profile::KernelCounts> all;
  for (const std::string& text : read_files(directory, kProfilePrefix)) {
    auto kernels = profile::counts_from_json(text);
    if (!kernels) continue;
    for (profile::KernelCounts& each : *kernels) profile::add(all, std::move(each));
  }
  return all;
}

std::vector<check::Finding> read_findings(const std::filesystem::path& directory) {
  std::vector<check::Finding> all;
  for (const std::string& text : read_files(directory, kFindingsPrefix)) {
    auto found = check::from_json(text);
    if (!found) continue;
    for (check::Finding& each : *found) all.push_back(std::move(each));
  }
  return all;
}

std::vector<check::KernelFidelity> read_fidelity(const std::filesystem::path& directory) {
  std::vector<check::KernelFidelity> all;
  for (const std::string& text : read_files(directory, kFindingsPrefix)) {
    const auto counted = check::fidelity_from_json(text);
    if (!counted) continue;
    for (const check::KernelFidelity& each : *counted) check::add(all, each);
  }
  return all;
}

}  // namespace eugene::i915
