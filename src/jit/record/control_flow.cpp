#include "jit/record/control_flow.h"

#include <functional>
#include <iterator>
#include <set>

#include "eu/analysis/lone_channel.h"
#include "isa/state_registers.h"

namespace eugene::jit {
namespace {

using eu::Action;
using sem::Flow;

bool is_flow(const eu::PreparedOp& op) { return op.action == Action::jump || op.action == Action::branch; }

bool calls_or_returns(const eu::PreparedOp& op) {
  return op.action == Action::branch && (op.flow.rule.kind == Flow::call || op.flow.rule.kind == Flow::ret);
}

// Whether the return address and the mask of a call, or of the ret that reads them, are two dwords of a register.
bool is_recorded_call(const eu::PreparedOp& op) {
  constexpr unsigned kDword = 4;
  if (op.flow.rule.kind == Flow::call)
    return op.sources == 0 && op.destination.kind == eu::DestinationPlan::Kind::direct && !op.destination.acts &&
           op.destination.offset % kDword == 0;
  const eu::SourcePlan& from = op.source[0];
  const bool is_direct = from.kind == eu::SourcePlan::Kind::direct || from.kind == eu::SourcePlan::Kind::load;
  return op.sources == 1 && is_direct && !from.modifier && from.element_bytes == kDword && from.stride == kDword &&
         from.offsets == nullptr && from.offset % kDword == 0;
}

bool is_within(std::uint32_t index, const std::pair<const std::uint32_t, std::uint32_t>& loop) {
  return loop.first <= index && index <= loop.second;
}

// Whether the branch can be recorded if cr0.0 is `control`.
bool is_recorded_flow(const eu::PreparedOp& op, std::uint32_t control) {
  const bool has_own_flow = (control & isa::cr0::kSingleProgramFlow) == 0;
  if (calls_or_returns(op) && op.flow.compare == nullptr && has_own_flow) return is_recorded_call(op);
  if (op.sources != 0 || op.flow.target_in_register) return false;
  if (op.action == Action::jump) return true;
  if (op.flow.compare != nullptr || !has_own_flow) return false;
  return op.flow.rule.kind == Flow::leave || op.flow.rule.kind == Flow::resume || op.flow.rule.kind == Flow::loop;
}

}  // namespace

ControlFlow::ControlFlow(const eu::Kernel& kernel, const std::vector<std::optional<std::uint32_t>>& control,
                         const eu::Versions& versions, bool is_alone, bool records_calls,
                         const std::vector<bool>* only) {
  find_interpreted(kernel, control, is_alone, records_calls, only);
  find_joins(kernel);
  find_loops(kernel.prepared().ops);
  find_entries(kernel.prepared().ops, versions);
}

void ControlFlow::find_interpreted(const eu::Kernel& kernel, const std::vector<std::optional<std::uint32_t>>& control,
                                   bool is_alone, bool records_calls, const std::vector<bool>* only) {
  const auto leads_astray = [&](const eu::PreparedOp& op) {
    return is_alone && op.action == Action::branch && !eu::follow_alone(kernel.prepared().ops, op);
  };
  for (const eu::PreparedOp& op : kernel.prepared().ops) {
    const auto now = control[op.index];
    const bool is_left_out = only != nullptr && !(*only)[op.index];
    is_interpreted_.push_back(is_left_out || !now || op.has_breakpoint || op.action == Action::fault ||
                              op.action == Action::systolic || op.action == Action::named_barrier ||
                              (is_flow(op) && !is_recorded_flow(op, *now)) ||
                              (!records_calls && calls_or_returns(op)) || leads_astray(op));
  }
}

// Finds where channels wait after branches.
void ControlFlow::find_joins(const eu::Kernel& kernel) {
  for (const eu::PreparedOp& op : kernel.prepared().ops) {
    if (op.action != Action::branch) continue;
    switch (op.flow.rule.kind) {
      case Flow::resume: break;
      case Flow::leave: joins_.push_back(op.flow.target()); break;
      case Flow::loop: joins_.push_back(op.index + 1); break;
      default: joins_.insert(joins_.end(), {op.flow.jip, op.flow.uip, op.index + 1}); break;
    }
  }
  std::ranges::sort(joins_);
  joins_.erase(std::unique(joins_.begin(), joins_.end()), joins_.end());
}

void ControlFlow::find_loops(const std::vector<eu::PreparedOp>& ops) {
  for (const eu::PreparedOp& op : ops) {
    if (!is_flow(op) || calls_or_returns(op)) continue;
    for (const std::uint32_t target : {op.flow.jip, op.flow.uip}) {
      if (target > op.index) continue;
      std::uint32_t& last = loops_[target];
      last = std::max(last, op.index);
    }
  }
  const auto is_open = [&](const auto& loop) {
    return std::any_of(ops.begin() + loop.first, ops.begin() + loop.second,
                       [](const eu::PreparedOp& op) { return op.action == Action::wait || calls_or_returns(op); });
  };
  std::ranges::copy_if(loops_, std::inserter(closed_loops_, closed_loops_.end()), std::not_fn(is_open));
}

void ControlFlow::find_entries(const std::vector<eu::PreparedOp>& ops, const eu::Versions& versions) {
  std::set<std::uint32_t> found{0};
  std::vector<bool> begins(ops.size() + 1);
  std::set<std::uint32_t> after_branches;  // where the full version may switch to the partial one
  for (const auto& [first, last] : loops_) found.insert(first);
  for (const eu::PreparedOp& op : ops) {
    if (op.action == Action::wait) found.insert(op.index);
    if (is_flow(op)) begins[op.flow.jip] = begins[op.flow.uip] = true;
    if (op.action == Action::branch && op.flow.rule.kind == Flow::call) return_places_.push_back(op.index + 1);
    if (op.action == Action::branch) after_branches.insert({op.flow.jip, op.flow.uip, op.index + 1});
    if (!is_interpreted(op.index)) continue;
    found.insert(op.index + 1);
    if (is_flow(op)) found.insert({op.flow.jip, op.flow.uip});
  }
  const auto end = static_cast<std::uint32_t>(ops.size());
  found.erase(end);
  // Code that only returns to the interpreter is no entry, except for new threads.
  std::erase_if(found, [this](std::uint32_t index) { return index != 0 && is_interpreted(index); });
  entries_.assign(found.begin(), found.end());
  // The head of a loop dispatches to the entries in the loop, even if the interpreter executes the head.
  for (const auto& [first, last] : loops_) found.insert(first);
  resume_points_[kFull].assign(found.begin(), found.end());
  if (versions.full) found.merge(after_branches);
  found.erase(end);
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

bool ControlFlow::share_closed_loops(std::uint32_t index, std::uint32_t other) const {
  return std::ranges::all_of(closed_loops_,
                             [&](const auto& loop) { return !is_within(index, loop) || is_within(other, loop); });
}

std::uint32_t ControlFlow::first_step_to(std::uint32_t target, std::uint32_t from) const {
  for (auto loop = closed_loops_.lower_bound(from); loop != closed_loops_.end() && loop->first < target; ++loop)
    if (target <= loop->second) return loop->first;
  return target;
}

}  // namespace eugene::jit
