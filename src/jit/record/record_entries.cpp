// Where compiled code can be entered: the start, what can suspend a thread, the heads of loops, where the budget is
// checked, and what follows an instruction that is left to the interpreter.
//
// An entry within a loop is reached through the heads of all loops around it, which then lead on to it. So loops have
// one way in, and LLVM sees them as loops: what it takes out of a loop is done once for all turns. But where threads
// wait within, most turns are an entry of their own, and are to do no more than what is behind it: such a loop is open.
#include <functional>
#include <iterator>
#include <set>

#include "jit/record/kernel_recorder.h"

namespace eugene::jit {

using eu::Action;

bool KernelRecorder::is_left_to_interpreter(const Op& op) const {
  if (!control_[op.index] || op.has_breakpoint || op.action == Action::fault) return true;
  const bool flows = op.action == Action::branch || op.action == Action::jump;
  return flows && !records_flow(op);
}

void KernelRecorder::find_loops() {
  for (const Op& op : ops_) {
    if (op.action != Action::jump && op.action != Action::branch) continue;
    for (const std::uint32_t target : {op.jip, op.uip}) {
      if (target > op.index) continue;
      std::uint32_t& last = loops_[target];
      last = std::max(last, op.index);
    }
  }
  const auto waits_in = [&](const auto& loop) {
    return std::any_of(ops_.begin() + loop.first, ops_.begin() + loop.second,
                       [](const Op& op) { return op.action == Action::wait; });
  };
  std::ranges::copy_if(loops_, std::inserter(closed_loops_, closed_loops_.end()), std::not_fn(waits_in));
}

void KernelRecorder::find_entries() {
  find_loops();
  std::set<std::uint32_t> found{0};
  std::vector<bool> begins(ops_.size() + 1);
  std::set<std::uint32_t> landings;
  for (const auto& [first, last] : loops_) found.insert(first);
  for (const Op& op : ops_) {
    const bool flows = op.action == Action::jump || op.action == Action::branch;
    if (op.action == Action::wait) found.insert(op.index);
    if (flows) begins[op.jip] = begins[op.uip] = true;
    if (op.action == Action::branch) landings.insert({op.jip, op.uip, op.index + 1});
    if (!is_left_to_interpreter(op)) continue;
    found.insert(op.index + 1);
    if (flows) found.insert({op.jip, op.uip});
  }
  found.erase(static_cast<std::uint32_t>(ops_.size()));
  entries_.assign(found.begin(), found.end());
  if (has(kFull)) found.merge(landings);
  found.erase(static_cast<std::uint32_t>(ops_.size()));
  arrivals_[kFull] = entries_;
  arrivals_[kPartial].assign(found.begin(), found.end());
  for (const std::uint32_t index : joins_) begins[std::min<std::size_t>(index, ops_.size())] = true;
  for (const Version version : {kFull, kPartial}) {
    begins_block_[version] = begins;
    for (const std::uint32_t index : arrivals_[version]) begins_block_[version][index] = true;
  }
}

// The first head, from instruction `from` on, of the closed loops around `entry`, or the entry itself.
std::uint32_t KernelRecorder::first_step_to(std::uint32_t entry, std::uint32_t from) const {
  for (auto loop = closed_loops_.lower_bound(from); loop != closed_loops_.end() && loop->first < entry; ++loop)
    if (entry <= loop->second) return loop->first;
  return entry;
}

bool KernelRecorder::is_in_closed_loop(std::uint32_t index) const {
  return std::ranges::any_of(closed_loops_,
                             [&](const auto& loop) { return loop.first <= index && index <= loop.second; });
}

// At the head of a closed loop: leads on a thread that is on its way to an entry within. At the entry itself it has
// arrived.
void KernelRecorder::record_resumption(const Op& op) {
  const auto loop = closed_loops_.find(op.index);
  if (loop != closed_loops_.end()) {
    auto* here = create_block("here");
    auto* choose = ir_.CreateSwitch(ir_.CreateLoad(ir_.getInt32Ty(), resume_), here);
    for (const std::uint32_t entry : arrivals_[version_]) {
      if (entry > loop->first && entry <= loop->second)
        choose->addCase(ir_.getInt32(entry), block(first_step_to(entry, loop->first + 1)));
    }
    ir_.SetInsertPoint(here);
  }
  ir_.CreateStore(ir_.getInt32(~0U), resume_);
}

}  // namespace eugene::jit
