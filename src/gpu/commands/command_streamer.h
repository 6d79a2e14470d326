// The command streamer: fetches commands from a ring and its batch buffers and executes them.
// Layouts: public Gen9 command descriptions; order and meaning: BXT PRM vol6 "GPGPU Commands".
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/commands/command_checks.h"
#include "gpu/commands/command_layout.h"
#include "gpu/commands/l3_check.h"
#include "gpu/commands/registers.h"
#include "gpu/commands/state.h"
#include "gpu/media/media_dispatch.h"
#include "gpu/schedule/dispatch.h"
#include "memory/view.h"

namespace eugene::gpu {

struct Blit;
struct Command;
enum class Preemption : std::uint8_t;

enum class AddressSpace : std::uint8_t { ppgtt, ggtt };

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

// A write by which a program learns that its commands have ended: of PIPE_CONTROL or MI_FLUSH_DW.
struct PostSyncWrite {
  AddressSpace space = AddressSpace::ppgtt;
  std::uint64_t address = 0;
  std::uint64_t value = 0;
  unsigned bytes = 0;  // 4 or 8
};

// What the streamer needs of the GPU around it.
struct StreamerHost {
  // Runs threads to their end; an error fails the context. A walker may be preempted: it is left in `left` then, and
  // resumed by the next call with that. Null: no threads but walkers' are.
  std::function<Result<void>(const Dispatch&, SuspendedWalkerPtr* left)> dispatch;
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
  const memory::L3Bank* l3_bank = nullptr;  // the device's
  // How long commands may keep the GPU from other contexts where no deadline limits them. Linux gives a context that
  // does not let its heartbeat through about as much.
  std::chrono::milliseconds longest_alone{10'000};
};

// One context's command streamer. The views are not shared with other host threads while it runs.
class CommandStreamer {
 public:
  CommandStreamer(const isa::Gen& gen, StreamerHost host, Registers& registers, memory::View& ppgtt, memory::View& ggtt,
                  EngineKind engine = EngineKind::render)
      : gen_(&gen),
        layout_(&command_layout(gen)),
        engine_(engine),
        host_(std::move(host)),
        registers_(&registers),
        ppgtt_(&ppgtt),
        ggtt_(&ggtt),
        l3_check_(host_.l3_bank) {}

  // The GGTT address of the context's own hardware status page.
  void set_status_page(std::uint64_t address) { status_page_ = address; }

  // Executes from where it stopped up to `tail`. `deadline`: where the commands themselves never end.
  StreamStatus run(Ring& ring, std::chrono::steady_clock::time_point deadline);
  const Diagnostic& error() const { return error_; }
  // Goes to the end of what is being executed without executing it, and collects the post-sync writes on the way. The
  // streamer must not run any more.
  std::vector<PostSyncWrite> give_up(Ring& ring);
  // What MI_SEMAPHORE_WAIT waits for, for reports; empty if it does not.
  const std::string& waiting_for() const { return waiting_for_; }

  const PipelineState& state() const { return state_; }
  std::uint64_t commands() const { return commands_; }

  enum class Next : std::uint8_t { advance, jump, wait, preempted };
  using Dwords = std::span<const std::uint32_t>;
  using Handler = Result<Next> (CommandStreamer::*)(Dwords);

  // Handlers of the command table. MI commands:
  Result<Next> mi_set_predicate(Dwords dw);
  Result<Next> mi_arb_on_off(Dwords dw);
  Result<Next> mi_predicate(Dwords dw);
  Result<Next> mi_batch_buffer_start(Dwords dw);
  Result<Next> mi_batch_buffer_end(Dwords dw);
  Result<Next> mi_conditional_batch_buffer_end(Dwords dw);
  Result<Next> mi_semaphore_wait(Dwords dw);
  Result<Next> mi_math(Dwords dw);
  Result<Next> mi_store_data_imm(Dwords dw);
  Result<Next> mi_store_data_index(Dwords dw);
  Result<Next> mi_load_register_imm(Dwords dw);
  Result<Next> mi_load_register_mem(Dwords dw);
  Result<Next> mi_load_register_reg(Dwords dw);
  Result<Next> mi_store_register_mem(Dwords dw);
  Result<Next> mi_copy_mem_mem(Dwords dw);
  Result<Next> mi_atomic(Dwords dw);
  Result<Next> mi_flush(Dwords dw);
  Result<Next> mi_flush_dw(Dwords dw);
  Result<Next> mi_report_perf_count(Dwords dw);
  // State and pipeline commands:
  Result<Next> pipeline_select(Dwords dw);
  Result<Next> pipe_control(Dwords dw);
  Result<Next> state_base_address(Dwords dw);
  Result<Next> state_sip(Dwords dw);
  Result<Next> gpgpu_csr_base_address(Dwords dw);
  Result<Next> media_vfe_state(Dwords dw);
  Result<Next> media_state_flush(Dwords dw);
  Result<Next> media_pool_state(Dwords dw);
  Result<Next> media_curbe_load(Dwords dw);
  Result<Next> media_interface_descriptor_load(Dwords dw);
  Result<Next> gpgpu_walker(Dwords dw);
  Result<Next> media_object(Dwords dw);
  Result<Next> media_object_prt(Dwords dw);
  Result<Next> media_object_walker(Dwords dw);
  Result<Next> media_object_grpid(Dwords dw);
  Result<Next> state_3d(Dwords dw);
  Result<Next> primitive(Dwords dw);
  // Blitter commands:
  Result<Next> xy_color_blt(Dwords dw);
  Result<Next> xy_src_copy_blt(Dwords dw);
  Result<Next> xy_fast_copy_blt(Dwords dw);
  Result<Next> unsupported(Dwords dw);
  // Drops the state cache, as PIPE_CONTROL does it.
  void invalidate_states();

 private:
  struct Cursor {
    std::uint64_t address = 0;
    AddressSpace space = AddressSpace::ppgtt;
  };

  struct Arbitration {
    bool is_on = true;           // MI_ARB_ON_OFF: the context may be preempted
    bool has_come_back = false;  // it has just been preempted and resumed
  };
  struct CurrentWalker {
    Dispatch dispatch;
    SuspendedWalkerPtr left;  // the rest of it, if it has been preempted
  };

  // One command at `at`; moves on past it where the handler did not jump.
  Result<Next> step(Ring& ring);
  // Fetches all dwords of the command of which `first` is one.
  Result<void> fetch_all(const Ring& ring, std::uint32_t first, unsigned length);
  // Goes on behind a command of `length` dwords at `depth` that has ended so.
  void move_on(Ring& ring, unsigned depth, unsigned length, Next next);
  // One command of a request that is given up; false where there is no way on.
  bool pass_over(Ring& ring);
  Result<std::uint32_t> fetch(const Ring& ring, unsigned index);
  Result<void> read(AddressSpace space, std::uint64_t address, std::span<std::byte> to);
  Result<void> write(AddressSpace space, std::uint64_t address, std::span<const std::byte> from);
  Result<void> write_value(AddressSpace space, std::uint64_t address, std::uint64_t value, bool qword);
  Result<std::uint64_t> read_value(AddressSpace space, std::uint64_t address, bool qword);
  memory::View& view(AddressSpace space) { return space == AddressSpace::ggtt ? *ggtt_ : *ppgtt_; }
  std::uint64_t status_page(bool per_process) const;
  // The address whose first dword is `index`.
  std::uint64_t address_at(Dwords dw, std::size_t index) const {
    const std::uint64_t high = layout_->has_wide_addresses ? std::uint64_t{dw[index + 1]} << 32 : 0;
    return (dw[index] | high) & memory::kAddressMask;
  }
  // The number of a dword that follows an address, from the number it has where addresses take one.
  std::size_t after_address(std::size_t dword) const { return dword + layout_->address_dwords() - 1; }
  bool predicated_off() const;
  Result<void> leave_batch();
  // After a command: the error that --check finds in it, if there is one.
  std::optional<Diagnostic> check(Handler handler);
  // Whether to stop for another context before the command at hand.
  bool makes_way(Preemption preemption);
  // An error where the work is cancelled or late.
  Result<void> still_wanted() const;
  // An error where commands alone have kept all other contexts waiting for too long.
  Result<void> lets_others_run() const;
  // Runs threads; their time is not that of the commands.
  Result<void> run_dispatch(const Dispatch& dispatch, SuspendedWalkerPtr* left);
  static Result<Next> advance_after(const Result<void>& done) {
    return done ? Result<Next>(Next::advance) : std::unexpected(done.error());
  }
  // Whether a command that is too short for its generation is passed over: it has the form of another one.
  bool is_foreign(const Command& command, unsigned length) const;
  // A draw that is not done: it is passed over if somebody wants to be told, else an error.
  Result<Next> skip(const Diagnostic& why);
  Result<Next> blit(const Blit& blit);
  Result<Next> run_walker();
  // Media commands:
  Result<void> only_in_media() const;
  Result<void> run_threads(const Dispatch& dispatch);
  Result<Next> run_object(const MediaObject& object, const MediaPlace& place);
  void report(CommandChecks::Finding finding) { finding_ = std::move(finding); }
  // An error where a group of MEDIA_OBJECT_GRPID still waits for threads.
  Result<void> no_open_groups() const;

  const isa::Gen* gen_;
  const CommandLayout* layout_;
  EngineKind engine_;
  StreamerHost host_;
  Registers* registers_;
  memory::View* ppgtt_;
  memory::View* ggtt_;
  std::uint64_t status_page_ = 0;
  PipelineState state_;
  CommandChecks checks_;
  std::map<std::uint32_t, ObjectGroup> open_groups_;  // of MEDIA_OBJECT_GRPID, by identifier
  std::chrono::steady_clock::time_point deadline_{};
  std::chrono::steady_clock::time_point last_let_{};  // when other contexts could last have had the GPU
  bool has_let_ = false;                              // they could have had it since the clock was last read
  // Position: in the ring while `depth_` is 0, else in batch buffer level depth_ (1 first level, 2 second).
  std::array<Cursor, 3> cursors_{};
  unsigned depth_ = 0;
  L3Check l3_check_;
  CommandChecks::Finding finding_;   // of the current command
  std::set<std::string> suspected_;  // findings reported so far
  std::uint32_t set_predicate_ = 0;  // MI_SET_PREDICATE's mode
  Arbitration arbitration_;
  CurrentWalker walker_;  // at hand
  std::vector<std::uint32_t> dwords_;
  std::uint64_t commands_ = 0;
  std::string waiting_for_;
  Diagnostic error_;
  std::optional<std::vector<PostSyncWrite>> given_up_;  // what would have been written, once the request is given up
};

// The 64-bit field of a command whose low half is dword `index`.
inline std::uint64_t qword_at(CommandStreamer::Dwords dw, std::size_t index) {
  return dw[index] | (std::uint64_t{dw[index + 1]} << 32);
}

}  // namespace eugene::gpu
