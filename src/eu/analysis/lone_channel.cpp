#include "eu/analysis/lone_channel.h"

#include "eu/prepared_op.h"

namespace eugene::eu {
namespace {

using sem::Flow;

bool has_known_target(const PreparedOp& op) {
  return op.sources == 0 && !op.flow.target_in_register && op.flow.compare == nullptr && !op.has_breakpoint;
}

// Returns the next instruction after `op` while the only channel waits for `target`. Nothing: `op` does more than
// branch.
std::optional<std::uint32_t> next_without_channels(const PreparedOp& op, std::uint32_t target) {
  const std::uint32_t next = op.index + 1;
  if (op.action == Action::jump)
    return has_known_target(op) && !op.predicated ? std::optional(op.flow.jip) : std::nullopt;
  if (op.action != Action::branch || !has_known_target(op)) return std::nullopt;
  switch (op.flow.rule.kind) {
    case Flow::leave: return next == target ? next : op.flow.jip;
    case Flow::resume: return op.flow.jip;
    case Flow::loop: return next;
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Detour> follow_alone(const std::vector<PreparedOp>& ops, const PreparedOp& branch) {
  if (!has_known_target(branch)) return std::nullopt;
  if (branch.flow.rule.kind == Flow::resume || branch.flow.rule.kind == Flow::loop) return Detour{};
  if (branch.flow.rule.kind != Flow::leave) return std::nullopt;
  const std::uint32_t target = branch.flow.target();
  if (target == branch.index + 1) return Detour{};
  Detour detour;
  for (std::uint32_t at = branch.flow.jip; at != target; ++detour.instructions) {
    // A backward step could loop forever.
    const auto next = at < ops.size() ? next_without_channels(ops[at], target) : std::nullopt;
    if (!next || *next <= at) return std::nullopt;
    if (ops[at].action == Action::jump) ++detour.jumps;
    at = *next;
  }
  return detour;
}

}  // namespace eugene::eu
