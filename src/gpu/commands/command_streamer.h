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
  preempted,  // it has made way for another context: run again to continue
};

// One context's command streamer: it fetches commands, arbitrates between contexts, and reports errors where they are.
class CommandStreamer {
 public:
  CommandStreamer(const isa::Gen& gen, StreamerHost host, Registers& registers, memory::View& ppgtt, memory::View& ggtt,
                  EngineKind engine = EngineKind::render)
      : engine_(engine),
        state_(gen, std::move(host), registers, ppgtt, ggtt),
        l3_check_(state_.host.device == nullptr ? nullptr : memory::find_l3_bank(state_.host.device->l3_bank_bytes)) {}

  // The GGTT address of the context's own hardware status page.
  void set_status_page(std::uint64_t address) { state_.own_status_page = address; }

  // Executes from where it stopped up to `tail`. `deadline`: where the commands themselves never end.
  StreamStatus run(Ring& ring, std::chrono::steady_clock::time_point deadline);
  const Diagnostic& error() const { return error_; }
  // Goes to the end of what is being executed without executing it, and collects the post-sync writes on the way. The
  // streamer must not run any more.
  std::vector<PostSyncWrite> give_up(Ring& ring);
  // Description, for reports, of what MI_SEMAPHORE_WAIT waits for; empty if it does not wait.
  const std::string& waiting_for() const { return state_.waiting_for; }

  // Drops the state cache, as PIPE_CONTROL does it.
  void invalidate_states() { state_.invalidate_states(); }

  const PipelineState& state() const { return state_.pipeline; }
  std::uint64_t commands() const { return commands_; }

 private:
  // One command at `at`; moves on past it where the handler did not jump.
  Result<Next> step(Ring& ring);
  // Fetches all dwords of the command of which `first` is one.
  Result<void> fetch_all(const Ring& ring, std::uint32_t first, unsigned length);
  // Goes on behind a command of `length` dwords at `depth` that has ended so.
  void move_on(Ring& ring, unsigned depth, unsigned length, Next next);
  // One command of a request that is given up; false where there is no way on.
  bool pass_over(Ring& ring);
  Result<std::uint32_t> fetch(const Ring& ring, unsigned index);
  // After a command: the error that --check finds in it, if there is one.
  std::optional<Diagnostic> check(const Command& command);
  // Whether to stop for another context before the command at hand.
  bool makes_way(Preemption preemption);
  StreamStatus run_commands(Ring& ring);
  // Every some thousand commands: an error where the work is not wanted any more, or never ends.
  Result<void> may_go_on();
  // An error where commands alone have kept all other contexts waiting for too long.
  Result<void> lets_others_run() const;
  // An error where a batch is an endless loop of commands.
  Result<void> comes_to_an_end() const;
  // Whether a command that is too short for its generation is passed over: it has the form of another one.
  bool is_foreign(const Command& command, unsigned length) const;

  EngineKind engine_;
  ContextState state_;
  bool has_let_ = false;      // other contexts could have had the GPU since the clock was last read
  bool was_at_ring_ = false;  // no batch buffer was being executed, at some time since then
  L3Check l3_check_;
  std::set<std::string> suspected_;  // findings reported so far
  std::vector<std::uint32_t> dwords_;
  std::uint64_t commands_ = 0;
  Diagnostic error_;
};

}  // namespace eugene::gpu
