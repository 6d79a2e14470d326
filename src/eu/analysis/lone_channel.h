// Where a branch leads the one channel of a thread. No channel parts from others then, but one that leaves for a target
// may still have to wait for its thread, which goes to JIP first: after a break it passes the ends of the blocks around
// and comes to the loop's end, with no channel running. What the thread does on the way is known before it starts: it
// executes the branches there, and nothing else has an effect.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace eugene::eu {

struct PreparedOp;

// The instructions that a thread executes although no channel runs.
struct Detour {
  std::uint32_t instructions = 0;
  std::uint32_t jumps = 0;  // among them: they count one lane
};

// From `branch` to its target, if the channel leaves there. Nothing: the way cannot be told.
std::optional<Detour> follow_alone(const std::vector<PreparedOp>& ops, const PreparedOp& branch);

}  // namespace eugene::eu
