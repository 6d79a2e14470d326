#include "jit/record/one_channel.h"

#include <algorithm>
#include <span>

namespace eugene::jit {
namespace {

using Op = eu::PreparedOp;

// Whether a channel's result depends only on that channel's sources.
bool is_by_channel(const Op& op) {
  const auto sources = std::span(op.source).first(op.sources);
  return op.alu.group == 1 &&
         std::ranges::all_of(sources, [&](const auto& each) { return each.lanes.count == op.lanes.count; });
}

void narrow(eu::ActiveLanes& lanes) { lanes.count = lanes.groups = 1; }

}  // namespace

std::vector<Op> in_channel_0(std::vector<Op> ops) {
  for (Op& op : ops) {
    if (op.no_mask) continue;
    op.all = op.channel_offset == 0 ? 1 : 0;
    const bool flows = op.action == eu::Action::jump || op.action == eu::Action::branch;
    if (op.all == 0 || flows || !is_by_channel(op)) continue;
    narrow(op.lanes);
    for (eu::SourcePlan& each : op.source) narrow(each.lanes);
  }
  return ops;
}

}  // namespace eugene::jit
