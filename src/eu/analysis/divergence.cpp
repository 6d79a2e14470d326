#include "eu/analysis/divergence.h"

#include <algorithm>

#include "eu/analysis/backward_flow.h"

namespace eugene::eu {

std::vector<std::uint32_t> executed_while_waiting(const PreparedProgram& prepared, const PreparedOp& op) {
  const auto count = static_cast<std::uint32_t>(prepared.ops.size());
  const std::uint32_t waiting = waiting_place(op);
  std::vector<std::uint32_t> found;
  std::vector<bool> seen(count + 1);
  seen[waiting] = true;  // where the channels that wait run on
  const auto reach = [&](std::uint32_t index) {
    if (seen[index]) return;
    seen[index] = true;
    found.push_back(index);
  };
  const auto follow = [&](const PreparedOp& each) {
    reach(each.index + 1);
    if (!flows(each)) return;
    reach(each.flow.jip);
    reach(each.flow.uip);
  };
  follow(op);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i] < count) follow(prepared.ops[found[i]]);
  return found;
}

// Channels may wait elsewhere at all instructions between a branch and its targets. Jumps may lead out of these.
std::vector<bool> divergent_instructions(const PreparedProgram& prepared) {
  constexpr std::size_t kMax = 10'000'000;  // branches times instructions: bounds the cost of the analysis
  const std::size_t count = prepared.ops.size();
  std::vector<bool> divergent(count);
  if (!prepared.channel_use.may_diverge) return divergent;
  if (static_cast<std::size_t>(std::ranges::count_if(prepared.ops, may_diverge)) * count > kMax)
    return std::vector<bool>(count, true);
  for (const PreparedOp& op : prepared.ops) {
    if (op.action != Action::branch) continue;
    const auto [first, end] = std::minmax({op.index, op.index + 1, op.flow.jip, op.flow.uip});
    std::fill(divergent.begin() + first, divergent.begin() + end, true);
    if (!may_diverge(op)) continue;
    for (const std::uint32_t each : executed_while_waiting(prepared, op))
      if (each < count) divergent[each] = true;
  }
  return divergent;
}

}  // namespace eugene::eu
