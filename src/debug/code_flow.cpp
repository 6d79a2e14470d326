#include "debug/code_flow.h"

#include <algorithm>
#include <utility>

#include "eu/prepared_op.h"
#include "isa/instruction.h"

namespace eugene::debug {
namespace {

// The instructions that may come after an instruction.
struct Successors {
  bool goes_on = true;            // the next instruction may follow
  std::vector<std::uint32_t> to;  // targets of branches
};

// Returns where a channel can be after `op`. A call leads to the next instruction, because its function returns.
Successors find_ways(const eu::PreparedOp& op, const isa::Instruction& instruction) {
  using sem::Flow;
  if (isa::ends_thread(instruction)) return {.goes_on = false, .to = {}};
  const bool may_stay = op.predicated || op.flow.compare != nullptr;
  if (op.action == isa::Action::jump)
    return op.flow.target_in_register ? Successors{} : Successors{.goes_on = may_stay, .to = {op.flow.jip}};
  if (op.action != isa::Action::branch) return {};
  switch (op.flow.rule.kind) {
    case Flow::leave: {
      const sem::Leavers leavers = op.flow.rule.leavers;
      if (leavers == sem::Leavers::others && !may_stay) return {};
      return {.goes_on = leavers != sem::Leavers::all && may_stay, .to = {op.flow.target()}};
    }
    case Flow::loop: return {.goes_on = may_stay, .to = {op.flow.target()}};
    case Flow::ret: return {.goes_on = may_stay, .to = {}};
    default: return {};
  }
}

}  // namespace

CodeFlow::CodeFlow(const eu::Kernel& kernel) {
  make_blocks(kernel);
  connect(kernel);
  find_order();
  find_dominators();
  find_loops();
}

void CodeFlow::make_blocks(const eu::Kernel& kernel) {
  const std::vector<eu::PreparedOp>& ops = kernel.prepared().ops;
  std::vector<bool> begins(ops.size() + 1);
  std::vector<bool> is_entry(ops.size() + 1);
  const auto mark = [&](std::vector<bool>& marks, std::uint32_t index) {
    if (index < marks.size()) marks[index] = true;
  };
  mark(is_entry, 0);
  for (const eu::PreparedOp& op : ops) {
    const Successors ways = find_ways(op, kernel.program().instructions[op.index]);
    if (ways.to.empty() && ways.goes_on && op.action != isa::Action::branch) continue;
    mark(begins, op.index + 1);
    for (const std::uint32_t each : ways.to) mark(begins, each);
    const bool calls = op.action == isa::Action::branch && op.flow.rule.kind == sem::Flow::call;
    if (calls && !op.flow.target_in_register) mark(is_entry, op.flow.target());
  }
  blocks_.resize(ops.size());
  for (std::uint32_t i = 0; i != ops.size(); ++i) {
    if (i == 0 || begins[i] || is_entry[i]) all_.emplace_back();
    blocks_[i] = static_cast<std::uint32_t>(all_.size() - 1);
    if (is_entry[i]) entries_.push_back(blocks_[i]);
  }
}

void CodeFlow::connect(const eu::Kernel& kernel) {
  const std::vector<eu::PreparedOp>& ops = kernel.prepared().ops;
  for (std::uint32_t i = 0; i != ops.size(); ++i) {
    if (i + 1 != ops.size() && blocks_[i + 1] == blocks_[i]) continue;
    Successors ways = find_ways(ops[i], kernel.program().instructions[i]);
    if (ways.goes_on) ways.to.push_back(i + 1);
    for (const std::uint32_t each : ways.to) {
      if (each >= ops.size()) continue;
      all_[blocks_[i]].after.push_back(blocks_[each]);
      all_[blocks_[each]].before.push_back(blocks_[i]);
    }
  }
}

void CodeFlow::find_order() {
  std::vector<bool> seen(all_.size());
  struct Step {
    std::uint32_t block;
    std::size_t next;
  };
  std::vector<Step> path;
  for (const std::uint32_t entry : entries_) {
    if (!seen[entry]) path.push_back({entry, 0});
    seen[entry] = true;
    while (!path.empty()) {
      const std::vector<std::uint32_t>& after = all_[path.back().block].after;
      if (path.back().next == after.size()) {
        ordered_.push_back(path.back().block);
        path.pop_back();
      } else if (const std::uint32_t next = after[path.back().next++]; !seen[next]) {
        seen[next] = true;
        path.push_back({next, 0});
      }
    }
  }
  std::ranges::reverse(ordered_);
  for (std::uint32_t i = 0; i != ordered_.size(); ++i) all_[ordered_[i]].order = i;
}

// K. Cooper, T. Harvey, K. Kennedy, "A simple, fast dominance algorithm", 2001. Entries dominate themselves.
void CodeFlow::find_dominators() {
  for (const std::uint32_t entry : entries_) all_[entry].dominator = entry;
  for (bool changes = true; changes;) {
    changes = false;
    for (const std::uint32_t each : ordered_) {
      if (std::ranges::find(entries_, each) != entries_.end()) continue;
      std::uint32_t found = kNone;
      for (const std::uint32_t before : all_[each].before) {
        if (all_[before].dominator == kNone) continue;
        found = found == kNone ? before : common_dominator(found, before);
      }
      changes = changes || std::exchange(all_[each].dominator, found) != found;
    }
  }
}

std::uint32_t CodeFlow::common_dominator(std::uint32_t a, std::uint32_t b) const {
  while (a != b) {
    std::uint32_t& later = all_[a].order > all_[b].order ? a : b;
    if (all_[later].dominator == later) return later;  // two functions share code
    later = all_[later].dominator;
  }
  return a;
}

bool CodeFlow::dominates(std::uint32_t a, std::uint32_t b) const {
  while (b != a) {
    const std::uint32_t next = all_[b].dominator;
    if (next == kNone || next == b) return false;
    b = next;
  }
  return true;
}

// Makes a loop for each branch back to a block that dominates the branch. The loop is every block that leads to the
// branch without passing the dominating block.
void CodeFlow::find_loops() {
  for (std::uint32_t from = 0; from != all_.size(); ++from) {
    for (const std::uint32_t head : all_[from].after) {
      if (all_[from].order == kNone || !dominates(head, from)) continue;
      Loop loop{.has = std::vector<bool>(all_.size())};
      loop.has[head] = true;
      std::vector<std::uint32_t> left{from};
      while (!left.empty()) {
        const std::uint32_t block = left.back();
        left.pop_back();
        if (loop.has[block]) continue;
        loop.has[block] = true;
        left.insert(left.end(), all_[block].before.begin(), all_[block].before.end());
      }
      loop.size = static_cast<std::size_t>(std::ranges::count(loop.has, true));
      loops_.push_back(std::move(loop));
    }
  }
  for (std::uint32_t block = 0; block != all_.size(); ++block) {
    for (std::uint32_t i = 0; i != loops_.size(); ++i) {
      std::uint32_t& inner = all_[block].loop;
      if (loops_[i].has[block] && (inner == kNone || loops_[i].size < loops_[inner].size)) inner = i;
    }
  }
}

bool CodeFlow::precedes(std::uint32_t first, std::uint32_t then) const {
  return blocks_[first] == blocks_[then] ? first <= then : dominates(blocks_[first], blocks_[then]);
}

bool CodeFlow::precedes_each(std::uint32_t first, std::uint32_t then) const {
  const std::uint32_t a = blocks_[first], b = blocks_[then];
  if (a == b) return first < then;
  return dominates(a, b) && (all_[b].loop == kNone || loops_[all_[b].loop].has[a]);
}

std::vector<bool> CodeFlow::leading_to(const std::vector<bool>& code) const {
  std::vector<bool> has(all_.size()), leads(all_.size());
  for (std::uint32_t i = 0; i != blocks_.size(); ++i) has[blocks_[i]] = has[blocks_[i]] || code[i];
  for (auto block = ordered_.rbegin(); block != ordered_.rend(); ++block) {
    const auto is_on_way = [&](std::uint32_t next) { return !dominates(next, *block) && (has[next] || leads[next]); };
    leads[*block] = std::ranges::any_of(all_[*block].after, is_on_way);
  }
  std::vector<bool> found(blocks_.size());
  for (std::uint32_t i = static_cast<std::uint32_t>(blocks_.size()); i-- != 0;) {
    const bool is_last = i + 1 == blocks_.size() || blocks_[i + 1] != blocks_[i];
    found[i] = code[i] || (is_last ? leads[blocks_[i]] : found[i + 1]);
  }
  return found;
}

}  // namespace eugene::debug
