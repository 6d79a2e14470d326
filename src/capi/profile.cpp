// Work and time of the instructions in a launch's last run.
#include <algorithm>

#include "handles.h"
#include "profile/estimate.h"
#include "profile/report.h"

using namespace eugene;
using capi::failed;
using capi::guarded;

namespace {

constexpr const char* kNotProfiled = "the last run was not profiled, or there is no such instruction";

// Returns the counts of instruction `number`. A statement of vISA has the counts of its first instruction.
std::optional<profile::InstructionCounts> find_counts(const eugene_launch& launch, size_t number) {
  if (!launch.profile) return std::nullopt;
  const profile::KernelCounts& profile = *launch.profile;
  if (profile.listing == nullptr)
    return number < profile.instructions.size() ? std::optional(profile.instructions[number]) : std::nullopt;
  const isa::Program& program = launch.program->text->kernels()[launch.kernel].program.kernel.program();
  if (number >= program.offsets.size()) return std::nullopt;
  const auto& listed = profile.listing->instructions;
  const auto found = std::ranges::find(listed, program.offsets[number], &profile::ListedInstruction::offset);
  if (found == listed.end()) return profile::InstructionCounts{};
  return profile.instructions[static_cast<size_t>(found - listed.begin())];
}

}  // namespace

eugene_status eugene_launch_set_profile(eugene_launch* launch, int is_profiled) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
    launch->is_profiled = is_profiled != 0;
    return EUGENE_OK;
  });
}

eugene_status eugene_profile_at(const eugene_launch* launch, size_t instruction, eugene_profile* profile,
                                size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
    const auto found = find_counts(*launch, instruction);
    if (!found) return failed(kNotProfiled, EUGENE_USAGE);
    if (const auto status = capi::require_room(profile, bytes, "eugene_profile"); status != EUGENE_OK) return status;
    const profile::InstructionCounts& counts = *found;
    *profile = {.executions = counts.executions,
                .channels = counts.channels,
                .issue = counts.issue,
                .stalled = counts.stalled,
                .blamed = counts.blamed,
                .bytes = counts.bytes,
                .lines = counts.lines,
                .hits = counts.hits};
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_estimate(const eugene_launch* launch, eugene_estimate* estimate, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
    if (!launch->profile) return failed("the last run was not profiled", EUGENE_USAGE);
    if (const auto status = capi::require_room(estimate, bytes, "eugene_estimate"); status != EUGENE_OK) return status;
    const std::vector<profile::KernelCounts> kernels{*launch->profile};
    const auto reports = profile::analyse(*launch->program->binary->gen, kernels);
    if (reports.empty()) return failed("the kernel's code cannot be decoded", EUGENE_WRONG);
    const profile::Estimate& found = reports.front().estimate;
    *estimate = {.cycles = found.cycles(),
                 .limit = found.limits.empty() ? "" : found.limits.front().part.data(),  // a literal
                 .group_cycles = kernels.front().group_cycles,
                 .groups = kernels.front().groups,
                 .timed_groups = kernels.front().timed_groups};
    return EUGENE_OK;
  });
}
