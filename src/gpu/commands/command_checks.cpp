#include "gpu/commands/command_checks.h"

#include <utility>

namespace eugene::gpu {
namespace {

constexpr const char* kWorkarounds = "BXT PRM vol6 Media State and Primitive Command Workarounds";

Diagnostic warning(std::string rule, std::string message, std::string reference, std::string hint) {
  return {.severity = Severity::warning,
          .message = std::move(message),
          .rule = std::move(rule),
          .reference = std::move(reference),
          .hint = std::move(hint)};
}

}  // namespace

CommandChecks::Finding CommandChecks::threads(const InterfaceDescriptor& descriptor, bool grouped, bool pooled) {
  reads_curbe_ = order_.used = true;
  if (std::exchange(order_.moved, false)) {
    return warning(
        "state.bases_moved",
        "threads use states after a change of Surface or Dynamic State Base Address, and the state cache has "
        "not been invalidated since the last threads",
        "BXT PRM vol6 State Caching", "put a PIPE_CONTROL with State Cache Invalidation Enable before them");
  }
  const bool linked = descriptor.barrier && pooled;  // between the subslices of a pool
  if (grouped && (descriptor.barrier || descriptor.global_barrier)) has_media_barrier_ = true;
  has_global_barrier_ = has_global_barrier_ || descriptor.global_barrier;
  has_linked_barrier_ = has_linked_barrier_ || linked;
  if (!has_global_barrier_ || !has_linked_barrier_ || !(descriptor.global_barrier || linked)) return std::nullopt;
  return warning("media.barriers_mixed", "global barriers and linked barriers are used at the same time", kWorkarounds,
                 "put a PIPE_CONTROL with CS Stall between them");
}

void CommandChecks::stall() {
  // All earlier threads have ended.
  const StateOrder kept = order_;
  *this = {};
  order_ = kept;
}

CommandChecks::Finding CommandChecks::media_vfe_state() const {
  if (!has_media_barrier_) return std::nullopt;
  return warning("media.barrier_before_vfe",
                 "MEDIA_VFE_STATE follows media thread groups with a barrier without a stalling PIPE_CONTROL between",
                 kWorkarounds, "put a PIPE_CONTROL with CS Stall before it, in place of the MEDIA_STATE_FLUSH");
}

CommandChecks::Finding CommandChecks::media_curbe_load() const {
  if (!reads_curbe_) return std::nullopt;
  return warning("media.curbe_in_use", "MEDIA_CURBE_LOAD while threads may still read the constants before it",
                 "BXT PRM vol6 GPGPU Context Switch", "put a MEDIA_STATE_FLUSH before it");
}

}  // namespace eugene::gpu
