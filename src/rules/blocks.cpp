// Rules on the targets of if, else, halt and fork within their blocks, and on leaving the system routine. SNB PRM vol4
// part2 6.3.3, 8.3.5 to 8.3.20. program.cpp checks whether blocks are closed.
#include <vector>

#include "isa/state_registers.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

void if_target(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  for (const IfBlock& block : closed_if_blocks(s.program)) {
    const std::size_t target = block.else_ != IfBlock::kNowhere ? block.else_ + 1 : block.endif;
    if (find_jip(s, block.if_) != s.program.offsets[target]) report(s, rule, block.if_, diagnostics);
  }
}

void else_target(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  for (const IfBlock& block : closed_if_blocks(s.program)) {
    if (block.else_ != IfBlock::kNowhere && find_jip(s, block.else_) != s.program.offsets[block.endif])
      report(s, rule, block.else_, diagnostics);
  }
}

// Returns, for each instruction, whether it is in an if block or a loop.
std::vector<bool> in_blocks(const ProgramSubject& s) {
  std::vector<bool> inside(s.program.instructions.size());
  const auto mark = [&](std::size_t first, std::size_t last) {
    for (std::size_t n = first; n <= last; ++n) inside[n] = true;
  };
  for (const IfBlock& block : closed_if_blocks(s.program)) mark(block.if_, block.endif);
  for (std::size_t n = 0; n < inside.size(); ++n) {
    if (s.program.instructions[n].opcode != Opcode::while_) continue;
    const auto first = s.program.index_at(find_jip(s, n));
    if (first && *first <= n) mark(*first, n);
  }
  return inside;
}

// Outside of blocks, a halt has only one target. In a block, its UIP leads out of all blocks.
void halt_target(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::vector<bool> inside = in_blocks(s);
  for (std::size_t n = 0; n < inside.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (i.opcode != Opcode::halt) continue;
    const auto target = s.program.index_at(find_uip(s, n));
    const bool leads_out = !target || (*target > n && !inside[*target]);
    if (inside[n] ? !leads_out : i.jip != i.uip) report(s, rule, n, diagnostics);
  }
}

void fork_scope(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::vector<bool> inside = in_blocks(s);
  for (std::size_t n = 0; n < inside.size(); ++n) {
    if (s.program.instructions[n].opcode == Opcode::fork && inside[n]) report(s, rule, n, diagnostics);
  }
}

// True if an immediate shows that `i` clears the Master Exception State and Control bit of cr0.0.
bool leaves_system_routine(const Instruction& i) {
  const bool clears = i.opcode == Opcode::and_ && i.src[1].is_imm() && (i.src[1].imm & cr0::kMaster) == 0;
  return clears && i.dst.is_arf(Arf::cr) && i.dst.subnr == 0 && byte_size(i.dst.type) == 4;
}

void exception_return(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::vector<Instruction>& code = s.program.instructions;
  for (std::size_t n = 0; n < code.size(); ++n) {
    if (!leaves_system_routine(code[n])) continue;
    const bool waits = n + 1 < code.size() && code[n + 1].opcode == Opcode::nop && code[n + 1].exec_size == 16;
    if (!waits) report(s, rule, n, diagnostics);
  }
}

constexpr Rule kBlockRules[] = {
    {.id = "program.if_target",
     .citation = {snb("8.3.20: to right after the matching else, or to the matching endif"), kNone},
     .text = "if must jump past its else, or to its endif",
     .hint = "set JIP to the instruction after else; without else to endif",
     .check_program = if_target},
    {.id = "program.else_target",
     .citation = {snb("8.3.15: the jump target should be the matching endif"), kNone},
     .text = "else must jump to its endif",
     .hint = "set JIP to endif",
     .check_program = else_target},
    {.id = "program.halt_target",
     .citation = {snb("8.3.19: JIP and UIP outside of conditional blocks, and UIP inside"), kNone},
     .text = "UIP of a halt must lead to the end of the program, and JIP too outside of blocks",
     .hint = "give UIP the end of the program, and JIP the end of the innermost block or the same",
     .check_program = halt_target},
    {.id = "program.fork_scope",
     .citation = {snb("8.3.17: only allowed at global scope"), kNone},
     .text = "fork is only allowed outside of blocks",
     .hint = "close the blocks before it",
     .check_program = fork_scope},
    {.id = "program.exception_return",
     .citation = {snb("6.3.3: at least one simd-16 nop after a write to Master Exception State and Control"), kNone},
     .text = "nop (16) must follow the instruction that leaves the system routine",
     .hint = "write nop (16) after it",
     .check_program = exception_return},
};

}  // namespace

std::vector<IfBlock> closed_if_blocks(const Program& program) {
  std::vector<IfBlock> open, closed;
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    const Opcode opcode = program.instructions[n].opcode;
    if (opcode == Opcode::if_) open.push_back({.if_ = n});
    if (open.empty()) continue;
    if (opcode == Opcode::else_) {
      open.back().well_formed = open.back().else_ == IfBlock::kNowhere;
      open.back().else_ = n;
    } else if (opcode == Opcode::endif) {
      open.back().endif = n;
      if (open.back().well_formed) closed.push_back(open.back());
      open.pop_back();
    }
  }
  return closed;
}

std::span<const Rule> block_rules() { return kBlockRules; }

}  // namespace eugene::rules
