// The path of a thread that has only one channel. Such a channel never diverges from others, but when it leaves for a
// target it may have to wait: the thread first goes to JIP. For example, after a break the thread passes the ends of
// the enclosing blocks before it reaches the end of the loop, and no channel runs meanwhile. The path is known before
// the thread starts. Only its branches have an effect.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace eugene::eu {

struct PreparedOp;

// The instructions that a thread executes while no channel runs.
struct Detour {
  std::uint32_t instructions = 0;
  std::uint32_t jumps = 0;  // jumps among them; each counts as one lane operation
};

// Follows the thread from `branch` to its target, if the channel leaves there. Nothing: the path is not known.
std::optional<Detour> follow_alone(const std::vector<PreparedOp>& ops, const PreparedOp& branch);

}  // namespace eugene::eu
