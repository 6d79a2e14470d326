// The command streamer: fetches commands from a ring and its batch buffers and executes them.
// Layouts: public Gen9 command descriptions; order and meaning: BXT PRM vol6 "GPGPU Commands".
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/commands/context_state.h"
#include "gpu/commands/l3_check.h"
#include "gpu/commands/registers.h"
#include "memory/view.h"

namespace eugene::gpu {

struct Command;
enum class Preemption : std::uint8_t;

struct Ring {
  std::uint64_t start = 0;  // GGTT address
  std::uint32_t bytes = 0;  // a multiple of 4 KB
  std::uint32_t head = 0;   // byte offsets
  std::uint32_t tail = 0;
};

enum class StreamStatus : std::uint8_t {
  idle,       // head reached tail
  waiting,    // a semaphore is not signalled: run again when memory may have changed
  failed,     // see error(); the context must not run any more
  preempted,  // stopped for another context: run again to continue
};

// One context's command streamer. Fetches commands, stops for other contexts, and adds their place to errors.
class CommandStreamer {
 public:
  CommandStreamer(const isa::Gen& gen, StreamerHost host, Registers& registers, memory::View& ppgtt, memory::View& ggtt,
                  EngineKind engine = EngineKind::render)
      : engine_(engine),
        state_(gen, std::move(host), registers, ppgtt, ggtt),
        l3_check_(state_.host.device == nullptr ? nullptr : memory::find_l3_bank(state_.host.device->l3_bank_bytes)) {}

  // Sets the GGTT address of the context's own hardware status page.
  void set_status_page(std::uint64_t address) { state_.own_status_page = address; }

  // Executes commands up to `tail`, from where the last call stopped. `deadline` limits commands that never end.
  StreamStatus run(Ring& ring, std::chrono::steady_clock::time_point deadline);
  const Diagnostic& error() const { return error_; }
  // Skips to the end of the submitted commands without executing them, and collects their post-sync writes. The
  // streamer must not run after this.
  std::vector<PostSyncWrite> give_up(Ring& ring);
  // Describes the condition that MI_SEMAPHORE_WAIT waits for, for reports; empty if it does not wait.
  const std::string& waiting_for() const { return state_.waiting_for; }

  // Drops the state cache, like a PIPE_CONTROL.
  void invalidate_states() { state_.invalidate_states(); }

  const PipelineState& state() const { return state_.pipeline; }
  std::uint64_t commands() const { return commands_; }

 private:
  // Executes one command, and moves past it unless its handler jumped.
  Result<Next> step(Ring& ring);
  // Fetches all dwords of the command that begins with `first`.
  Result<void> fetch_all(const Ring& ring, std::uint32_t first, unsigned length);
  // Moves past a command of `length` dwords at `depth` whose handler returned `next`.
  void move_on(Ring& ring, unsigned depth, unsigned length, Next next);
  // Skips one command of a request that is given up. Returns false if the streamer cannot continue.
  bool pass_over(Ring& ring);
  Result<std::uint32_t> fetch(const Ring& ring, unsigned index);
  // Returns the error that --check finds after a command, if any.
  std::optional<Diagnostic> check(const Command& command);
  // Whether to stop for another context before the current command.
  bool makes_way(Preemption preemption);
  StreamStatus run_commands(Ring& ring);
  // Whether run() must leave `command`, and all commands after it, to its next call.
  bool leaves(const Command& command);
  // Called every few thousand commands. Fails if the work was cancelled or never ends.
  Result<void> may_go_on();
  // Fails if the commands have kept all other contexts waiting for too long.
  Result<void> lets_others_run() const;
  // Fails if a batch is an endless loop of commands.
  Result<void> comes_to_an_end() const;
  // Whether a command that is too short for its generation is skipped, because it has the form of another generation.
  bool is_foreign(const Command& command, unsigned length) const;

  EngineKind engine_;
  ContextState state_;
  bool has_let_ = false;           // other contexts could have had the GPU since the clock was last read
  std::optional<unsigned> brief_;  // commands of this run(), which is brief (StreamerHost::is_brief); none: it is not
  bool was_at_ring_ = false;       // the ring itself was executed since then, outside batch buffers
  L3Check l3_check_;
  std::set<std::string> suspected_;  // findings reported so far
  std::vector<std::uint32_t> dwords_;
  std::uint64_t commands_ = 0;
  Diagnostic error_;
};

}  // namespace eugene::gpu
