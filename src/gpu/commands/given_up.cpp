// Ends a request that is given up, after a kernel's fault or a command that cannot be executed.
//
// Drivers learn from memory that a request has ended: its last commands write a number there. Some drivers wait for
// that number without checking whether the request failed, for example Intel's OpenCL driver before it frees an image
// of the program's memory. They would wait forever. So the streamer skips through the rest of the request and collects
// the writes of PIPE_CONTROL and MI_FLUSH_DW. Its caller makes these writes once the failure has been reported.
#include "gpu/commands/command_streamer.h"
#include "gpu/commands/command_table.h"

namespace eugene::gpu {
namespace {

// Limits chains of batch buffers, which may be circular.
constexpr unsigned kMaxCommands = 1U << 16;

}  // namespace

std::vector<PostSyncWrite> CommandStreamer::give_up(Ring& ring) {
  state_.given_up.emplace();
  state_.open_groups.clear();
  state_.set_predicate = 0;
  for (unsigned i = 0; i < kMaxCommands && (state_.depth != 0 || ring.head != ring.tail); ++i) {
    if (!pass_over(ring)) break;
  }
  return std::move(*state_.given_up);
}

bool CommandStreamer::pass_over(Ring& ring) {
  const Result<std::uint32_t> first = fetch(ring, 0);
  if (!first) return false;
  const Command* command = find_command(state_.gen, engine_, *first);
  const unsigned length =
      command == nullptr ? likely_length(*first) : command_length(command->form(state_.gen), *first);
  const unsigned depth = state_.depth;
  Next next = Next::advance;
  if (command != nullptr && command->outlives_request) {
    if (length < command->form(state_.gen).shortest || !fetch_all(ring, *first, length)) return false;
    const Result<Next> done = command->handler(state_, dwords_);
    if (done) next = *done;
  }
  move_on(ring, depth, length, next);
  return true;
}

}  // namespace eugene::gpu
