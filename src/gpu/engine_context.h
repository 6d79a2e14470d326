// A context of one engine of a GPU: its registers, its cached state, and its command streamer.
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

// Behaviour of contexts that a front door chooses.
struct ContextRules {
  bool ends_at_fault = false;      // the context executes nothing more after a kernel's fault
  bool space_is_constant = false;  // the address space does not change while commands run
};

class EngineContext {
 public:
  // `programs` is the address space of batch buffers and threads, `global` the ring's. Both must outlive the context.
  EngineContext(Gpu& gpu, const Engine& engine, memory::PageSource& programs, memory::PageSource& global,
                const ContextRules& rules);
  EngineContext(const EngineContext&) = delete;
  EngineContext& operator=(const EngineContext&) = delete;

  // Executes the commands of `ring`, from where the last call stopped (CommandStreamer::run()).
  StreamStatus run(Ring& ring, std::chrono::steady_clock::time_point deadline) { return streamer_.run(ring, deadline); }
  // Must be called when an address space has changed. Drops cached translations.
  void invalidate_translations();
  CommandStreamer& streamer() { return streamer_; }
  const CommandStreamer& streamer() const { return streamer_; }
  memory::View& global_view() { return global_view_; }
  // The error of a semaphore wait that exceeded the time limit.
  Diagnostic late_wait() const;
  // True if a kernel's fault, which has been reported, has ended the context.
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
