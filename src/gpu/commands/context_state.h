// The state that commands of one context act on: its registers and memory, the pipeline state that earlier commands
// set, and the GPU around it. The command streamer (command_streamer.h) fetches commands. Each command is executed by a
// free function on a ContextState (handlers.h), in mi/, state/, media/, draw/ or blit/.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/commands/command_checks.h"
#include "gpu/commands/command_layout.h"
#include "gpu/commands/registers.h"
#include "gpu/device.h"
#include "gpu/pipeline/media_objects.h"
#include "gpu/pipeline/state.h"
#include "gpu/schedule/work/work.h"
#include "memory/view.h"

namespace eugene::gpu {

class DrawMeter;

enum class AddressSpace : std::uint8_t { ppgtt, ggtt };

// A write of PIPE_CONTROL or MI_FLUSH_DW that tells a program that its commands have ended.
struct PostSyncWrite {
  AddressSpace space = AddressSpace::ppgtt;
  std::uint64_t address = 0;
  std::uint64_t value = 0;
  unsigned bytes = 0;  // 4 or 8
};

// The services of the GPU that the streamer calls.
struct StreamerHost {
  // Runs work to its end; an error fails the context. If `left` is not null, the work may be preempted: the rest is
  // then stored in `left`, and the next call with the same `left` resumes it.
  std::function<Result<void>(const Work&, SuspendedJobPtr* left)> run_work;
  // Drops stale translations. Called by commands that invalidate caches.
  std::function<void()> invalidate;
  // Drops the state cache.
  std::function<void()> invalidate_states = {};
  // Whether the work has been cancelled.
  std::function<bool()> cancelled;
  // Whether to stop for another context, if possible. Null: never.
  std::function<bool()> preempted = {};
  // Whether to execute only what is expected to be short: run() returns `preempted` before the first command that may
  // take long, or after many commands. Null: never.
  std::function<bool()> is_brief = {};
  // Whether work is expected to be short. Only called if is_brief() returns true.
  std::function<bool(const Work&)> is_short = {};
  // Called for each unsupported draw, with the reason; the draw is skipped. Null: such a draw fails the context.
  std::function<void(std::string_view)> not_drawn = {};
  // Called for each command with the form of another generation; the command is skipped. Null: it fails the context.
  std::function<void(std::string_view)> skipped = {};
  DrawMeter* draws = nullptr;  // measures draws; null: they are not measured
  // For --check: called once for each finding about commands that the documents forbid but that are executed. Null: no
  // checks.
  std::function<void(const Diagnostic&)> suspect = {};
  const Device* device = nullptr;  // the device that checks compare settings with; null: unknown
  // How long commands may block other contexts if there is no deadline. Linux gives about as much time to a context
  // that does not let its heartbeat through.
  std::chrono::milliseconds longest_alone{10'000};
  // How long the commands of one batch may take, without their threads' time, if there is no deadline. Linux's hang
  // check gave an engine 12 s without the end of a request (I915_SEQNO_DEAD_TIMEOUT).
  std::chrono::milliseconds longest_batch{12'000};
};

// Distinguishes an endless loop of commands from a slow batch, by the time and the number of commands executed.
struct BatchTime {
  // A batch with fewer jumps and commands is not a loop: a few large copies may take long.
  static constexpr std::uint64_t kManyJumps = 1000, kManyCommands = 1U << 20;

  std::chrono::steady_clock::time_point begin{};  // moved forward by the time in which no commands ran
  std::chrono::steady_clock::duration before{};   // time spent before it last stopped, for another context or to wait
  std::uint64_t jumps = 0, commands = 0;

  bool has_lasted(std::chrono::milliseconds limit, std::chrono::steady_clock::time_point now) const {
    return now - begin >= limit && (jumps >= kManyJumps || commands >= kManyCommands);
  }
};

// Where the streamer continues after a command.
enum class Next : std::uint8_t { advance, jump, wait, preempted };
// All dwords of a command, including the first.
using CommandDwords = std::span<const std::uint32_t>;

struct ContextState {
  struct Cursor {
    std::uint64_t address = 0;
    AddressSpace space = AddressSpace::ppgtt;
  };
  struct Arbitration {
    bool is_on = true;           // MI_ARB_ON_OFF: the context may be preempted
    bool has_come_back = false;  // the context has just been preempted and resumed
  };
  struct CurrentWalker {
    Work work;
    SuspendedJobPtr left;  // the rest of a preempted walker; null: not preempted
  };

  // The views are not shared with other host threads while commands run.
  ContextState(const isa::Gen& generation, StreamerHost around, Registers& own, memory::View& programs,
               memory::View& global)
      : gen(generation),
        layout(command_layout(generation)),
        host(std::move(around)),
        registers(own),
        ppgtt(programs),
        ggtt(global) {}

  // --- memory ---
  memory::View& view(AddressSpace space) { return space == AddressSpace::ggtt ? ggtt : ppgtt; }
  Result<void> read(AddressSpace space, std::uint64_t address, std::span<std::byte> to);
  Result<void> write(AddressSpace space, std::uint64_t address, std::span<const std::byte> from);
  // Writes a dword or a qword. While a request is given up, the write is collected instead.
  Result<void> write_value(AddressSpace space, std::uint64_t address, std::uint64_t value, bool qword);
  Result<std::uint64_t> read_value(AddressSpace space, std::uint64_t address, bool qword);
  std::uint64_t status_page(bool per_process) const;
  // --- fields of commands ---
  // Returns the address whose first dword has index `index`.
  std::uint64_t address_at(CommandDwords dw, std::size_t index) const {
    const std::uint64_t high = layout.has_wide_addresses ? std::uint64_t{dw[index + 1]} << 32 : 0;
    return (dw[index] | high) & memory::kAddressMask;
  }
  // Index of a dword that follows an address. `dword` is its index in the layout with one-dword addresses.
  std::size_t after_address(std::size_t dword) const { return dword + layout.address_dwords() - 1; }
  // Returns the offset of the register that dword `index` names. Where bit `relative` of the first dword is set, the
  // dword counts from the first register of the engine.
  std::uint32_t register_at(CommandDwords dw, std::size_t index, unsigned relative = 19) const {
    const bool counts_from_engine = layout.registers_are_relative && (dw[0] >> relative & 1) != 0;
    return dw[index] + (counts_from_engine ? kEngines[0].base : 0);
  }
  // Returns the state of the pipeline that threads start with.
  const PipelineState& thread_state();
  // Whether a command with Predicate Enable is skipped: MI_PREDICATE's result is 0.
  bool is_predicate_false() const { return (registers.read(reg::kPredicateResult) & 1) == 0; }
  // --- threads ---
  // Fails if the work is cancelled or late.
  Result<void> still_wanted() const;
  // Runs threads. Their time does not count as time of the commands.
  Result<void> run_work(const Work& work, SuspendedJobPtr* left);
  // Fails if a group of MEDIA_OBJECT_GRPID still waits for threads.
  Result<void> no_open_groups() const;
  // --- caches and reports ---
  // Drops the state cache, like a PIPE_CONTROL.
  void invalidate_states();
  void report(CommandChecks::Finding found) { finding = std::move(found); }
  // Skips an unsupported draw if the host has a `not_drawn` callback. Fails with `why` otherwise.
  Result<Next> skip(const Diagnostic& why) const;

  const isa::Gen& gen;
  const CommandLayout& layout;
  StreamerHost host;
  Registers& registers;
  memory::View& ppgtt;
  memory::View& ggtt;
  std::uint64_t own_status_page = 0;  // GGTT address of the context's hardware status page
  PipelineState pipeline;
  CommandChecks checks;
  CommandChecks::Finding finding;                    // finding of the current command
  std::map<std::uint32_t, ObjectGroup> open_groups;  // unfinished groups of MEDIA_OBJECT_GRPID, by identifier
  std::uint32_t set_predicate = 0;                   // MI_SET_PREDICATE's mode
  Arbitration arbitration;
  CurrentWalker walker;     // current walker
  std::string waiting_for;  // description of the condition that MI_SEMAPHORE_WAIT waits for
  // Position: in the ring while `depth` is 0, else in batch buffer level `depth` (1 first level, 2 second).
  std::array<Cursor, 3> cursors{};
  unsigned depth = 0;
  std::chrono::steady_clock::time_point deadline{};
  std::chrono::steady_clock::time_point last_let{};    // when other contexts could last use the GPU
  BatchTime batch;                                     // time of the batch buffer that the ring called
  std::optional<std::vector<PostSyncWrite>> given_up;  // collected post-sync writes, while a request is given up
};

inline Result<Next> advance_after(const Result<void>& done) {
  return done ? Result<Next>(Next::advance) : std::unexpected(done.error());
}

// Returns the 64-bit field of a command whose low half is dword `index`.
inline std::uint64_t qword_at(CommandDwords dw, std::size_t index) {
  return dw[index] | (std::uint64_t{dw[index + 1]} << 32);
}

}  // namespace eugene::gpu
