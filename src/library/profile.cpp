// What the instructions of a launch's last run have done, and how long they took.
#include "handles.h"

using namespace eugene;
using library::failed;
using library::guarded;

eugene_status eugene_launch_set_profile(eugene_launch* launch, int is_profiled) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr) return failed("no launch", EUGENE_USAGE);
    launch->is_profiled = is_profiled != 0;
    return EUGENE_OK;
  });
}

eugene_status eugene_profile_at(const eugene_launch* launch, size_t instruction, eugene_profile* profile,
                                size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (launch == nullptr || instruction >= launch->profile.size())
      return failed("the last run was not profiled, or there is no such instruction", EUGENE_USAGE);
    if (profile == nullptr || bytes < sizeof(eugene_profile))
      return failed("too few bytes for a profile", EUGENE_USAGE);
    const profile::InstructionCounts& counts = launch->profile[instruction];
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
