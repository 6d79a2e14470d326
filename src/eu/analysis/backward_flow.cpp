#include "eu/analysis/backward_flow.h"

#include <ranges>

namespace eugene::eu {

Cells live_after(const std::vector<Cells>& before, const PreparedOp& op) {
  const Cells& next = before[op.index + 1];
  return flows(op) ? next | before[op.flow.jip] | before[op.flow.uip] : next;
}

std::vector<Cells> flow_back(const PreparedProgram& prepared, const ReadAndKilled& effects, unsigned size) {
  std::vector<Cells> before(prepared.ops.size() + 1, Cells(size));
  for (bool changes = true; changes;) {
    changes = false;
    for (const PreparedOp& op : prepared.ops | std::views::reverse) {
      const Cells now = effects.read[op.index] | live_after(before, op).without(effects.killed[op.index]);
      changes = changes || now != before[op.index];
      before[op.index] = now;
    }
  }
  return before;
}

}  // namespace eugene::eu
