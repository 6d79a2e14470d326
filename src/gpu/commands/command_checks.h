// For --check: finds orders of commands that the documents forbid, although each command is legal: BXT PRM vol6 "Media
// State and Primitive Command Workarounds", "GPGPU Commands". Eugene executes one command after the other, so the
// results are right here even if they would not be on hardware.
#pragma once

#include <optional>

#include "base/diagnostic.h"
#include "gpu/pipeline/state.h"

namespace eugene::gpu {

// Must be called with the commands of one context, in order. The functions return the finding to report, if any.
class CommandChecks {
 public:
  using Finding = std::optional<Diagnostic>;

  // Checks a command whose threads use `descriptor`. `grouped` is true for MEDIA_OBJECT_WALKER with groups and for
  // MEDIA_OBJECT_GRPID.
  Finding threads(const InterfaceDescriptor& descriptor, bool grouped, bool pooled);
  // PIPE_CONTROL with Command Streamer Stall.
  void stall();
  void media_state_flush() { reads_curbe_ = false; }
  // STATE_BASE_ADDRESS has changed the base of surface or dynamic states; the state cache has been invalidated.
  void bases_moved() { order_.moved = order_.used; }
  void states_invalidated() { order_.used = order_.moved = false; }
  Finding media_vfe_state() const;
  Finding media_curbe_load() const;

 private:
  // Events since the state cache was invalidated.
  struct StateOrder {
    bool used = false;   // threads were started
    bool moved = false;  // the bases changed after threads were started
  };

  StateOrder order_;
  bool reads_curbe_ = false;        // threads were started since the last MEDIA_STATE_FLUSH
  bool has_media_barrier_ = false;  // this and the next two: used since the last stall
  bool has_global_barrier_ = false;
  bool has_linked_barrier_ = false;
};

}  // namespace eugene::gpu
