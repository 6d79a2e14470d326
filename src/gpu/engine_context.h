// A context of one engine of a GPU: its registers, what it caches of memory, and the streamer of its commands.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/diagnostic.h"
#include "gpu/commands/command_streamer.h"
#include "gpu/commands/registers.h"
#include "gpu/gpu.h"
#include "memory/state_cache.h"
#include "memory/view.h"

namespace eugene::gpu {

// How a front door has its contexts behave.
struct ContextRules {
  bool ends_at_fault = false;      // nothing more is executed after a kernel's fault
  bool space_is_constant = false;  // the address space does not change while commands run
};

class EngineContext {
 public:
  // `programs`: the address space of its batch buffers and threads. `global`: that of its ring. Both must live longer.
  EngineContext(Gpu& gpu, const Engine& engine, memory::PageSource& programs, memory::PageSource& global,
                const ContextRules& rules);
  EngineContext(const EngineContext&) = delete;
  EngineContext& operator=(const EngineContext&) = delete;

  // Executes the commands of `ring` from where it stopped (CommandStreamer::run()).
  StreamStatus run(Ring& ring, std::chrono::steady_clock::time_point deadline) { return streamer_.run(ring, deadline); }
  // The address spaces have changed.
  void invalidate_translations();
  CommandStreamer& streamer() { return streamer_; }
  const CommandStreamer& streamer() const { return streamer_; }
  memory::View& global_view() { return global_view_; }
  // That what its commands wait for has not come in the time allowed.
  Diagnostic late_wait() const;
  // Whether it has ended for the fault of a kernel, which has been reported.
  bool has_faulted() const { return has_faulted_; }

 private:
  Result<void> run_work(const Work& work, SuspendedJobPtr* left);

  Gpu* gpu_;
  memory::PageSource* programs_;
  ContextRules rules_;
  bool has_faulted_ = false;
  memory::View view_;
  memory::View global_view_;
  memory::StateCache states_;
  Registers registers_;  // saved and restored with a context, so each has its own
  CommandStreamer streamer_;
};

}  // namespace eugene::gpu
