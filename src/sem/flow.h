// How branches move channels, one row for each branch: SNB PRM vol4 part2 8.3 and the Gen8/9 instruction reference. The
// interpreter (eu/execute/execute_flow.cpp) keeps an IP for every channel. The JIT (jit/record/record_flow.cpp) keeps a
// mask of waiting channels for every join point. Both follow this table.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "isa/instruction.h"

namespace eugene::sem {

enum class Flow : std::uint8_t {
  leave,   // some channels wait until the thread reaches the target; if no channel is left, it jumps to JIP
  resume,  // if no channel runs here, the thread jumps to JIP
  loop,    // taken channels, if any, jump to the target; the others wait at the next instruction
  call,    // like loop, and the return address and the call mask go to the destination
  ret,     // returns to where call came from, with the last of the channels called
  fork,    // Gen6: switches single program flow
};

// Which of the running channels: all, those whose predicate is true, or those whose predicate is false.
enum class Leavers : std::uint8_t { all, taken, others };

struct FlowRule {
  Flow kind = Flow::resume;
  Leavers leavers = Leavers::taken;
  bool to_uip = false;  // the target is UIP; else JIP
};

struct FlowRow {
  isa::Opcode opcode;
  FlowRule plain;
  FlowRule with_branch_control;  // .b
};

inline constexpr std::array kFlowRows = [] {
  using enum isa::Opcode;
  constexpr FlowRule kJoin{.kind = Flow::resume};
  constexpr FlowRule kBackwards{.kind = Flow::loop};
  constexpr FlowRule kOthersSkip{.kind = Flow::leave, .leavers = Leavers::others};
  constexpr FlowRule kAllSkip{.kind = Flow::leave, .leavers = Leavers::all};
  constexpr FlowRule kTakenLeave{.kind = Flow::leave, .to_uip = true};
  constexpr FlowRule kCall{.kind = Flow::call};
  return std::array{
      FlowRow{if_, kOthersSkip, kOthersSkip},
      FlowRow{case_, kOthersSkip, kOthersSkip},
      FlowRow{else_, kAllSkip, {.kind = Flow::leave, .leavers = Leavers::all, .to_uip = true}},
      FlowRow{endif, kJoin, kJoin},
      FlowRow{join, kJoin, kJoin},
      FlowRow{while_, kBackwards, kBackwards},
      FlowRow{break_, kTakenLeave, kTakenLeave},
      FlowRow{cont, kTakenLeave, kTakenLeave},
      FlowRow{halt, kTakenLeave, kTakenLeave},
      // Forward: channels whose predicate is false jump, or true (Gen::goto_moves_taken). goto.b: channels whose
      // predicate is true jump, and run first.
      FlowRow{goto_,
              {.kind = Flow::leave, .leavers = Leavers::others, .to_uip = true},
              {.kind = Flow::loop, .to_uip = true}},
      FlowRow{brd, {.kind = Flow::leave}, {.kind = Flow::leave}},
      FlowRow{brc, kTakenLeave, kTakenLeave},
      FlowRow{call, kCall, kCall},
      FlowRow{calla, kCall, kCall},
      FlowRow{ret, {.kind = Flow::ret}, {.kind = Flow::ret}},
      FlowRow{fork, {.kind = Flow::fork}, {.kind = Flow::fork}},
  };
}();
static_assert([] {  // a row for each branch
  std::size_t branches = 0;
  for (const isa::OpcodeInfo& row : isa::kOpcodes) {
    if (row.action != isa::Action::branch) continue;
    ++branches;
    if (!std::ranges::any_of(kFlowRows, [&](const FlowRow& flow) { return flow.opcode == row.opcode; })) return false;
  }
  return branches == kFlowRows.size();
}());

// Returns the rule of an instruction whose action is branch.
constexpr FlowRule flow_rule(const isa::Gen& gen, const isa::Instruction& branch) {
  const auto* row = std::ranges::find(kFlowRows, branch.opcode, &FlowRow::opcode);
  if (branch.branch_control) return row->with_branch_control;
  FlowRule rule = row->plain;
  if (branch.opcode == isa::Opcode::goto_ && gen.goto_moves_taken) rule.leavers = Leavers::taken;
  return rule;
}

}  // namespace eugene::sem
