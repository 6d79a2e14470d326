#include "gpu/commands/command_streamer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/bits.h"
#include "gpu/commands/command_table.h"
#include "gpu/commands/handlers.h"

namespace eugene::gpu {
namespace {

constexpr std::uint64_t kDword = 4;
// Interval, in commands, of checks for cancellation and the host's clock.
constexpr std::uint64_t kDeadlineInterval = 4096;

// Max commands of a run() that must be brief.
constexpr unsigned kMaxBrief = 1024;
// Commands that run threads to their end, or that access much memory. Draws begin with commands of the 3D state, so
// set_state_3d stops before the first of them. gpgpu_walker() itself leaves what is not short.
constexpr std::array<Handler, 9> kMayTakeLong{media_object,        media_object_prt, media_object_grpid,
                                              media_object_walker, set_state_3d,     primitive,
                                              xy_color_blt,        xy_src_copy_blt,  xy_fast_copy_blt};

std::string_view place(unsigned depth) {
  switch (depth) {
    case 0: return "ring";
    case 1: return "batch buffer";
    default: return "second-level batch buffer";
  }
}

}  // namespace

StreamStatus CommandStreamer::run(Ring& ring, std::chrono::steady_clock::time_point deadline) {
  const auto now = std::chrono::steady_clock::now();
  state_.waiting_for.clear();
  state_.deadline = deadline;
  state_.last_let = now;
  state_.batch.begin = now - state_.batch.before;
  brief_ = state_.host.is_brief && state_.host.is_brief() ? std::optional(0U) : std::nullopt;
  if (ring.bytes == 0 || ring.head >= ring.bytes || ring.tail >= ring.bytes || ring.head % kDword != 0) {
    error_ = fail(fmt::format("ring of {:#x} bytes with head {:#x} and tail {:#x} is malformed", ring.bytes, ring.head,
                              ring.tail))
                 .error();
    return StreamStatus::failed;
  }
  const StreamStatus status = run_commands(ring);
  state_.batch.before = std::chrono::steady_clock::now() - state_.batch.begin;
  return status;
}

StreamStatus CommandStreamer::run_commands(Ring& ring) {
  const auto bytes_from = [&](std::uint32_t head, std::uint32_t to) { return (to + ring.bytes - head) % ring.bytes; };
  while (state_.depth != 0 || ring.head != ring.tail) {
    was_at_ring_ |= state_.depth == 0;
    if (++commands_ % kDeadlineInterval == 0) {
      if (const Result<void> goes_on = may_go_on(); !goes_on) {
        error_ = goes_on.error();
        return StreamStatus::failed;
      }
    }
    const std::uint32_t head = ring.head, left = bytes_from(head, ring.tail);
    const Result<Next> next = step(ring);
    if (!next) {
      error_ = next.error();
      return StreamStatus::failed;
    }
    // Otherwise the streamer would go round the ring forever.
    if (bytes_from(head, ring.head) > left) {
      error_ = fail(fmt::format("the ring's tail {:#x} lies inside of the command at {:#x}", ring.tail, head)).error();
      return StreamStatus::failed;
    }
    if (*next == Next::wait) return StreamStatus::waiting;
    if (*next == Next::preempted) return StreamStatus::preempted;
  }
  return StreamStatus::idle;
}

Result<void> CommandStreamer::may_go_on() {
  const auto now = std::chrono::steady_clock::now();
  if (std::exchange(has_let_, false)) state_.last_let = now;
  state_.batch.commands += kDeadlineInterval;
  if (std::exchange(was_at_ring_, false)) state_.batch = {.begin = now};
  if (const Result<void> wanted = state_.still_wanted(); !wanted) return wanted;
  if (state_.deadline != std::chrono::steady_clock::time_point::max()) return {};
  if (const Result<void> lets = lets_others_run(); !lets) return lets;
  return comes_to_an_end();
}

Result<void> CommandStreamer::comes_to_an_end() const {
  if (!state_.batch.has_lasted(state_.host.longest_batch, std::chrono::steady_clock::now())) return {};
  const double seconds = std::chrono::duration<double>(state_.host.longest_batch).count();
  return fail(fmt::format("the commands of a batch did not end within {} s", seconds), {},
              "look for a backward jump that is always taken, or set another limit with --timeout SECONDS");
}

Result<void> CommandStreamer::lets_others_run() const {
  if (std::chrono::steady_clock::now() - state_.last_let < state_.host.longest_alone) return {};
  const double seconds = std::chrono::duration<double>(state_.host.longest_alone).count();
  return fail(fmt::format("for {} s the commands have not let other contexts use the GPU", seconds), {},
              "end the batch, let others in with MI_ARB_CHECK, or set another limit with --timeout SECONDS");
}

// A resumed context executes at least one command, so that it makes progress even if other contexts keep waiting.
bool CommandStreamer::makes_way(Preemption preemption) {
  if (preemption != Preemption::no && state_.arbitration.is_on) has_let_ = true;
  if (std::exchange(state_.arbitration.has_come_back, false) || preemption == Preemption::no) return false;
  state_.arbitration.has_come_back = state_.arbitration.is_on && state_.host.preempted && state_.host.preempted();
  return state_.arbitration.has_come_back;
}

bool CommandStreamer::leaves(const Command& command) {
  return ++*brief_ > kMaxBrief || std::ranges::find(kMayTakeLong, command.handler) != kMayTakeLong.end();
}

Result<Next> CommandStreamer::step(Ring& ring) {
  // The place of this command, for reports.
  const ContextState::Cursor at = state_.depth == 0 ? ContextState::Cursor{ring.start + ring.head, AddressSpace::ggtt}
                                                    : state_.cursors[state_.depth];
  const unsigned depth = state_.depth;
  const auto locate = [&](Diagnostic diagnostic, std::uint32_t dword) {
    diagnostic.message += fmt::format(" (dword {:#010x} at {} {:#x} in the {})", dword,
                                      at.space == AddressSpace::ggtt ? "GGTT address" : "address",
                                      at.address & memory::kAddressMask, place(depth));
    return std::unexpected(std::move(diagnostic));
  };

  const Result<std::uint32_t> first = fetch(ring, 0);
  if (!first) return std::unexpected(first.error());
  const Command* command = find_command(state_.gen, engine_, *first);
  if (command == nullptr) return locate(fail("unknown command").error(), *first);
  const CommandForm& form = command->form(state_.gen);
  const unsigned length = command_length(form, *first);
  if (length < form.shortest) {
    if (is_foreign(*command, length)) {
      state_.host.skipped(
          fmt::format("{} has {} dwords, as on another generation, but needs at least {}: the command is skipped",
                      command->name, length, form.shortest));
      move_on(ring, depth, length, Next::advance);
      return Next::advance;
    }
    return locate(
        fail(fmt::format("{} has {} dwords, but needs at least {}", command->name, length, form.shortest)).error(),
        *first);
  }
  if (state_.depth == 0 && length * kDword > ring.bytes) {
    return locate(fail(fmt::format("{} is longer than the ring", command->name)).error(), *first);
  }
  if (brief_ && leaves(*command)) return Next::preempted;
  if (makes_way(command->preemption)) return Next::preempted;
  Next next = Next::advance;
  if (command->handler != nullptr && (!is_predicated_off(state_) || command->handler == mi_set_predicate)) {
    if (const Result<void> fetched = fetch_all(ring, *first, length); !fetched) return std::unexpected(fetched.error());
    const Result<Next> result = command->handler(state_, dwords_);
    if (!result) {
      Diagnostic diagnostic = result.error();
      if (!diagnostic.message.starts_with(command->name)) {
        diagnostic.message = fmt::format("{}: {}", command->name, diagnostic.message);
      }
      return locate(std::move(diagnostic), *first);
    }
    next = *result;
    if (next == Next::preempted) return next;
    if (state_.host.suspect) {
      for (CommandChecks::Finding each : {std::exchange(state_.finding, {}), check(*command)}) {
        if (each && suspected_.insert(each->message).second)
          state_.host.suspect(locate(std::move(*each), *first).error());
      }
    }
  }
  move_on(ring, depth, length, next);
  return next;
}

// Drivers for several generations forget to widen a command. Skipping it loses its effect, but the next command is
// where it is expected. After a skipped jump it would not be.
bool CommandStreamer::is_foreign(const Command& command, unsigned length) const {
  const auto has_form = [length](const CommandForm& form) { return form.shortest != 0 && length >= form.shortest; };
  const bool jumps = command.handler == mi_batch_buffer_start;
  return state_.host.skipped && !jumps && std::ranges::any_of(command.forms, has_form);
}

void CommandStreamer::move_on(Ring& ring, unsigned depth, unsigned length, Next next) {
  // A jump either left this buffer at `depth` for good (a chain has set its own cursor) or returns to the next command.
  if (next != Next::advance && (next != Next::jump || state_.depth <= depth)) return;
  if (depth == 0) {
    ring.head = static_cast<std::uint32_t>((ring.head + length * kDword) % ring.bytes);
  } else {
    state_.cursors[depth].address += length * kDword;
  }
}

Result<void> CommandStreamer::fetch_all(const Ring& ring, std::uint32_t first, unsigned length) {
  dwords_.resize(length);
  dwords_[0] = first;
  for (unsigned i = 1; i < length; ++i) {
    const Result<std::uint32_t> dword = fetch(ring, i);
    if (!dword) return std::unexpected(dword.error());
    dwords_[i] = *dword;
  }
  return {};
}

std::optional<Diagnostic> CommandStreamer::check(const Command& command) {
  if (command.handler == pipe_control) l3_check_.flushed(dwords_[1]);
  const bool dispatches =
      command.handler == gpgpu_walker || command.handler == media_object || command.handler == media_object_walker;
  if (!dispatches) return l3_check_.look(state_.registers.read(memory::kL3ControlRegister));
  // The descriptor index is in the same field of GPGPU_WALKER and MEDIA_OBJECT.
  const unsigned index = bits(dwords_[1], 5, 0);
  const std::vector<InterfaceDescriptor>& descriptors = state_.pipeline.descriptors;
  return l3_check_.dispatched(index < descriptors.size() ? descriptors[index].slm_bytes : 0);
}

Result<std::uint32_t> CommandStreamer::fetch(const Ring& ring, unsigned index) {
  std::uint32_t dword = 0;
  const auto bytes = std::as_writable_bytes(std::span(&dword, 1));
  if (state_.depth == 0) {
    const std::uint64_t offset = (ring.head + index * kDword) % ring.bytes;
    const Result<void> done = state_.read(AddressSpace::ggtt, ring.start + offset, bytes);
    if (!done) return std::unexpected(done.error());
  } else {
    const Result<void> done =
        state_.read(state_.cursors[state_.depth].space, state_.cursors[state_.depth].address + index * kDword, bytes);
    if (!done) return std::unexpected(done.error());
  }
  return dword;
}

}  // namespace eugene::gpu
