#include "jit/record/control_flow.h"

#include <functional>
#include <iterator>
#include <set>

#include "isa/state_registers.h"

namespace eugene::jit {
namespace {

using eu::Action;
using isa::Opcode;

bool is_flow(const eu::DecodedOp& op) { return op.action == Action::jump || op.action == Action::branch; }

bool is_within(std::uint32_t index, const std::pair<const std::uint32_t, std::uint32_t>& loop) {
  return loop.first <= index && index <= loop.second;
}

// Can the branch be recorded, where cr0.0 is `control`?
bool is_recorded_flow(const isa::Instruction& inst, const eu::DecodedOp& op, std::uint32_t control) {
  if (op.sources != 0) return false;
  if (op.action == Action::jump) return true;
  if (op.compare != nullptr || (control & isa::cr0::kSingleProgramFlow) != 0) return false;
  switch (inst.opcode) {
    case Opcode::if_:
    case Opcode::else_:
    case Opcode::endif:
    case Opcode::join:
    case Opcode::while_:
    case Opcode::break_:
    case Opcode::cont:
    case Opcode::halt:
    case Opcode::goto_: return true;
    default: return false;
  }
}

}  // namespace

ControlFlow::ControlFlow(const eu::Kernel& kernel, const std::vector<std::optional<std::uint32_t>>& control,
                         const Versions& versions) {
  find_interpreted(kernel, control);
  find_joins(kernel);
  find_loops(kernel.decoded().ops);
  find_entries(kernel.decoded().ops, versions);
}

void ControlFlow::find_interpreted(const eu::Kernel& kernel, const std::vector<std::optional<std::uint32_t>>& control) {
  for (const eu::DecodedOp& op : kernel.decoded().ops) {
    const auto now = control[op.index];
    const isa::Instruction& inst = kernel.program().instructions[op.index];
    is_interpreted_.push_back(!now || op.has_breakpoint || op.action == Action::fault ||
                              (is_flow(op) && !is_recorded_flow(inst, op, *now)));
  }
}

// Where branches make channels wait.
void ControlFlow::find_joins(const eu::Kernel& kernel) {
  for (const eu::DecodedOp& op : kernel.decoded().ops) {
    if (op.action != Action::branch) continue;
    const isa::Instruction& inst = kernel.program().instructions[op.index];
    switch (inst.opcode) {
      case Opcode::endif:
      case Opcode::join: break;
      case Opcode::if_: joins_.push_back(op.jip); break;
      case Opcode::else_: joins_.push_back(inst.branch_control ? op.uip : op.jip); break;
      case Opcode::while_: joins_.push_back(op.index + 1); break;
      case Opcode::break_:
      case Opcode::cont:
      case Opcode::halt: joins_.push_back(op.uip); break;
      case Opcode::goto_: joins_.push_back(inst.branch_control ? op.index + 1 : op.uip); break;
      default: joins_.insert(joins_.end(), {op.jip, op.uip, op.index + 1}); break;
    }
  }
  std::ranges::sort(joins_);
  joins_.erase(std::unique(joins_.begin(), joins_.end()), joins_.end());
}

void ControlFlow::find_loops(const std::vector<eu::DecodedOp>& ops) {
  for (const eu::DecodedOp& op : ops) {
    if (!is_flow(op)) continue;
    for (const std::uint32_t target : {op.jip, op.uip}) {
      if (target > op.index) continue;
      std::uint32_t& last = loops_[target];
      last = std::max(last, op.index);
    }
  }
  const auto has_wait = [&](const auto& loop) {
    return std::any_of(ops.begin() + loop.first, ops.begin() + loop.second,
                       [](const eu::DecodedOp& op) { return op.action == Action::wait; });
  };
  std::ranges::copy_if(loops_, std::inserter(closed_loops_, closed_loops_.end()), std::not_fn(has_wait));
}

void ControlFlow::find_entries(const std::vector<eu::DecodedOp>& ops, const Versions& versions) {
  std::set<std::uint32_t> found{0};
  std::vector<bool> begins(ops.size() + 1);
  std::set<std::uint32_t> after_branches;  // where the full version may change to the partial one
  for (const auto& [first, last] : loops_) found.insert(first);
  for (const eu::DecodedOp& op : ops) {
    if (op.action == Action::wait) found.insert(op.index);
    if (is_flow(op)) begins[op.jip] = begins[op.uip] = true;
    if (op.action == Action::branch) after_branches.insert({op.jip, op.uip, op.index + 1});
    if (!is_interpreted(op.index)) continue;
    found.insert(op.index + 1);
    if (is_flow(op)) found.insert({op.jip, op.uip});
  }
  const auto end = static_cast<std::uint32_t>(ops.size());
  found.erase(end);
  entries_.assign(found.begin(), found.end());
  if (versions.full) found.merge(after_branches);
  found.erase(end);
  resume_points_[kFull] = entries_;
  resume_points_[kPartial].assign(found.begin(), found.end());
  for (const std::uint32_t index : joins_) begins[std::min<std::size_t>(index, ops.size())] = true;
  for (const Version version : {kFull, kPartial}) {
    begins_block_[version] = begins;
    for (const std::uint32_t index : resume_points_[version]) begins_block_[version][index] = true;
  }
}

std::size_t ControlFlow::join_number(std::uint32_t index) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(joins_, index) - joins_.begin());
}

unsigned ControlFlow::loop_depth(std::uint32_t index) const {
  return static_cast<unsigned>(
      std::ranges::count_if(loops_, [index](const auto& loop) { return is_within(index, loop); }));
}

std::optional<std::uint32_t> ControlFlow::closed_loop_at(std::uint32_t index) const {
  const auto loop = closed_loops_.find(index);
  return loop != closed_loops_.end() ? std::optional(loop->second) : std::nullopt;
}

bool ControlFlow::is_in_closed_loop(std::uint32_t index) const {
  return std::ranges::any_of(closed_loops_, [index](const auto& loop) { return is_within(index, loop); });
}

std::uint32_t ControlFlow::first_step_to(std::uint32_t target, std::uint32_t from) const {
  for (auto loop = closed_loops_.lower_bound(from); loop != closed_loops_.end() && loop->first < target; ++loop)
    if (target <= loop->second) return loop->first;
  return target;
}

}  // namespace eugene::jit
