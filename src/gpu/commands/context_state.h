// The state that the commands of one context act on: its registers and memory, the state that its commands have set,
// and the GPU around it. The command streamer (command_streamer.h) fetches commands; each is executed by a free
// function over this (handlers.h), in mi/, state/, media/, draw/ or blit/.
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
#include "gpu/commands/state.h"
#include "gpu/device.h"
#include "gpu/media/media_work.h"
#include "gpu/schedule/work.h"
#include "memory/view.h"

namespace eugene::gpu {

enum class AddressSpace : std::uint8_t { ppgtt, ggtt };

// A write by which a program learns that its commands have ended: of PIPE_CONTROL or MI_FLUSH_DW.
struct PostSyncWrite {
  AddressSpace space = AddressSpace::ppgtt;
  std::uint64_t address = 0;
  std::uint64_t value = 0;
  unsigned bytes = 0;  // 4 or 8
};

// The services of the GPU that the streamer calls.
struct StreamerHost {
  // Runs work to its end; an error fails the context. If `left` is not null, the work may be preempted: it is left
  // there then, and resumed by the next call with that.
  std::function<Result<void>(const Work&, SuspendedJobPtr* left)> run_work;
  // Makes sure that translations are fresh: called where a command invalidates caches.
  std::function<void()> invalidate;
  // Drops the state cache.
  std::function<void()> invalidate_states = {};
  // Whether the work has been cancelled.
  std::function<bool()> cancelled;
  // Whether to stop for another context, if that is possible here.
  std::function<bool()> preempted = {};
  // Called for each draw that is not supported, with the reason; the draw is skipped. Null: such a draw fails the
  // context.
  std::function<void(std::string_view)> skipped = {};
  // --check: called for commands that are executed although the documents forbid them, once for each kind. Null: no
  // checks.
  std::function<void(const Diagnostic&)> suspect = {};
  const Device* device = nullptr;  // that checks compare settings with; null: unknown
  // How long commands may keep the GPU from other contexts where no deadline limits them. Linux gives a context that
  // does not let its heartbeat through about as much.
  std::chrono::milliseconds longest_alone{10'000};
  // How long the commands of one batch may take, without the time of their threads, where no deadline limits them.
  // Linux's hang check gave an engine 12 s without the end of a request (I915_SEQNO_DEAD_TIMEOUT).
  std::chrono::milliseconds longest_batch{12'000};
};

// What tells an endless loop of commands from a batch that takes long: its own time, and how much it has done in that.
struct BatchTime {
  // Fewer jumps and commands are no loop: a batch of large copies takes its time.
  static constexpr std::uint64_t kManyJumps = 1000, kManyCommands = 1U << 20;

  std::chrono::steady_clock::time_point begin{};  // moved forward by the time in which no commands have run
  std::chrono::steady_clock::duration before{};   // had been spent when it stopped for another context, or to wait
  std::uint64_t jumps = 0, commands = 0;

  bool has_lasted(std::chrono::milliseconds limit, std::chrono::steady_clock::time_point now) const {
    return now - begin >= limit && (jumps >= kManyJumps || commands >= kManyCommands);
  }
};

// Where the streamer goes on after a command.
enum class Next : std::uint8_t { advance, jump, wait, preempted };
// A command, its first dword included.
using CommandDwords = std::span<const std::uint32_t>;

struct ContextState {
  struct Cursor {
    std::uint64_t address = 0;
    AddressSpace space = AddressSpace::ppgtt;
  };
  struct Arbitration {
    bool is_on = true;           // MI_ARB_ON_OFF: the context may be preempted
    bool has_come_back = false;  // it has just been preempted and resumed
  };
  struct CurrentWalker {
    Work work;
    SuspendedJobPtr left;  // the rest of it, if it has been preempted
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
  // Of a dword or a qword. A write of a request that is given up is collected instead.
  Result<void> write_value(AddressSpace space, std::uint64_t address, std::uint64_t value, bool qword);
  Result<std::uint64_t> read_value(AddressSpace space, std::uint64_t address, bool qword);
  std::uint64_t status_page(bool per_process) const;
  // --- fields of commands ---
  // The address whose first dword is `index`.
  std::uint64_t address_at(CommandDwords dw, std::size_t index) const {
    const std::uint64_t high = layout.has_wide_addresses ? std::uint64_t{dw[index + 1]} << 32 : 0;
    return (dw[index] | high) & memory::kAddressMask;
  }
  // The number of a dword that follows an address, from the number it has where addresses take one.
  std::size_t after_address(std::size_t dword) const { return dword + layout.address_dwords() - 1; }
  // Whether Predicate Enable of a command holds it back: MI_PREDICATE's result is 0.
  bool is_predicate_false() const { return (registers.read(reg::kPredicateResult) & 1) == 0; }
  // --- threads ---
  // An error where the work is cancelled or late.
  Result<void> still_wanted() const;
  // Runs threads; their time is not that of the commands.
  Result<void> run_work(const Work& work, SuspendedJobPtr* left);
  // An error where a group of MEDIA_OBJECT_GRPID still waits for threads.
  Result<void> no_open_groups() const;
  // --- caches and reports ---
  // Drops the state cache, as PIPE_CONTROL does it.
  void invalidate_states();
  void report(CommandChecks::Finding found) { finding = std::move(found); }
  // A draw that is not done: it is passed over if the host wants to be told, else an error.
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
  CommandChecks::Finding finding;                    // of the current command
  std::map<std::uint32_t, ObjectGroup> open_groups;  // of MEDIA_OBJECT_GRPID, by identifier
  std::uint32_t set_predicate = 0;                   // MI_SET_PREDICATE's mode
  Arbitration arbitration;
  CurrentWalker walker;     // at hand
  std::string waiting_for;  // what MI_SEMAPHORE_WAIT waits for
  // Position: in the ring while `depth` is 0, else in batch buffer level `depth` (1 first level, 2 second).
  std::array<Cursor, 3> cursors{};
  unsigned depth = 0;
  std::chrono::steady_clock::time_point deadline{};
  std::chrono::steady_clock::time_point last_let{};    // when other contexts could last have had the GPU
  BatchTime batch;                                     // of the batch buffer that the ring has called
  std::optional<std::vector<PostSyncWrite>> given_up;  // what would have been written, once the request is given up
};

inline Result<Next> advance_after(const Result<void>& done) {
  return done ? Result<Next>(Next::advance) : std::unexpected(done.error());
}

// The 64-bit field of a command whose low half is dword `index`.
inline std::uint64_t qword_at(CommandDwords dw, std::size_t index) {
  return dw[index] | (std::uint64_t{dw[index + 1]} << 32);
}

}  // namespace eugene::gpu
