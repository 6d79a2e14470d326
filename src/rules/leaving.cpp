// Rules on the targets of break, cont, halt, endif and case, relative to the blocks around them. SNB PRM vol4 part2
// 8.3.5, 8.3.7, 8.3.10, 8.3.16, 8.3.19.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "rules/rule.h"

namespace eugene::rules {
namespace {

// Instructions [first, last) of a block, and the instruction `end` that ends the block.
struct Span {
  std::size_t first;
  std::size_t last;
  std::size_t end;
};

std::vector<Span> loops(const ProgramSubject& s) {
  std::vector<Span> result;
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    if (s.program.instructions[n].opcode != Opcode::while_) continue;
    if (const auto first = s.program.index_at(find_jip(s, n)); first && *first <= n) result.push_back({*first, n, n});
  }
  return result;
}

std::vector<Span> if_blocks(const ProgramSubject& s) {
  std::vector<Span> result;
  for (const IfBlock& block : closed_if_blocks(s.program)) result.push_back({block.if_ + 1, block.endif, block.endif});
  return result;
}

// Returns, for each instruction, the end of the innermost of `spans` around it, or IfBlock::kNowhere.
std::vector<std::size_t> innermost_ends(std::size_t instructions, std::vector<Span> spans) {
  std::ranges::sort(spans, {}, &Span::end);  // the nearest end is the innermost
  std::vector<std::size_t> ends(instructions, IfBlock::kNowhere);
  std::vector<std::size_t> next(instructions + 1);  // the next instruction, from each one on, that has no end yet
  std::iota(next.begin(), next.end(), std::size_t{0});
  const auto without_end = [&](std::size_t n) {
    std::size_t found = n;
    while (next[found] != found) found = next[found];
    while (next[n] != found) n = std::exchange(next[n], found);
    return found;
  };
  for (const Span& span : spans) {
    for (std::size_t n = without_end(span.first); n < span.last; n = without_end(n)) {
      ends[n] = span.end;
      next[n] = n + 1;
    }
  }
  return ends;
}

std::vector<std::size_t> loop_ends(const ProgramSubject& s) {
  return innermost_ends(s.program.instructions.size(), loops(s));
}

std::vector<std::size_t> block_ends(const ProgramSubject& s) {
  std::vector<Span> spans = loops(s);
  std::ranges::copy(if_blocks(s), std::back_inserter(spans));
  return innermost_ends(s.program.instructions.size(), std::move(spans));
}

// Returns the byte offset after instruction `n`.
std::int64_t after(const ProgramSubject& s, std::size_t n) { return s.program.offset_at(n + 1); }

void leaves_block(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::vector<std::size_t> ends = block_ends(s);
  const bool switches = has_case(s.program);
  for (std::size_t n = 0; n < ends.size(); ++n) {
    const Opcode opcode = s.program.instructions[n].opcode;
    const bool leaves = opcode == Opcode::cont || opcode == Opcode::halt || opcode == Opcode::endif ||
                        (opcode == Opcode::break_ && !switches);
    if (!leaves || ends[n] == IfBlock::kNowhere) continue;
    // Example 9-8: a break that is not in an if block may also lead past the while.
    const bool ends_loop = opcode == Opcode::break_ && s.program.instructions[ends[n]].opcode == Opcode::while_;
    const std::int64_t last = ends_loop ? after(s, ends[n]) : s.program.offsets[ends[n]];
    if (find_jip(s, n) > last) report(s, rule, n, diagnostics);
  }
}

void break_target(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  if (has_case(s.program)) return;  // it may leave a switch
  const std::vector<std::size_t> ends = loop_ends(s);
  for (std::size_t n = 0; n < ends.size(); ++n) {
    if (s.program.instructions[n].opcode != Opcode::break_ || ends[n] == IfBlock::kNowhere) continue;
    if (find_uip(s, n) != after(s, ends[n])) report(s, rule, n, diagnostics);
  }
}

void cont_target(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::vector<std::size_t> ends = loop_ends(s);
  for (std::size_t n = 0; n < ends.size(); ++n) {
    if (s.program.instructions[n].opcode != Opcode::cont) continue;
    const auto target = s.program.index_at(find_uip(s, n));
    if (target && (*target <= n || *target > ends[n])) report(s, rule, n, diagnostics);
  }
}

// Returns the break before the target of case `n`, which ends its block, or IfBlock::kNowhere. Cases may contain
// switches.
std::size_t end_of_case(const ProgramSubject& s, std::size_t n) {
  const auto target = s.program.index_at(find_jip(s, n));
  const bool ends = target && *target > n + 1 && s.program.instructions[*target - 1].opcode == Opcode::break_;
  return ends ? *target - 1 : IfBlock::kNowhere;
}

// Returns the last break between case `n` and the next case, or IfBlock::kNowhere.
std::size_t last_break(const Program& program, std::size_t n) {
  std::size_t last = IfBlock::kNowhere;
  for (std::size_t m = n + 1; m < program.instructions.size() && program.instructions[m].opcode != Opcode::case_; ++m) {
    if (program.instructions[m].opcode == Opcode::break_) last = m;
  }
  return last;
}

// Calls `check(index, end, last)` for every case. `end` is the break right before the case's target, `last` the last
// break before the next case.
template <class Check>
void each_case(const ProgramSubject& s, Check check) {
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    if (s.program.instructions[n].opcode == Opcode::case_) check(n, end_of_case(s, n), last_break(s.program, n));
  }
}

void case_break(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  each_case(s, [&](std::size_t n, std::size_t end, std::size_t last) {
    if (end == IfBlock::kNowhere && last == IfBlock::kNowhere) report(s, rule, n, diagnostics);
  });
}

void case_target(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  each_case(s, [&](std::size_t n, std::size_t end, std::size_t last) {
    if (end == IfBlock::kNowhere && last != IfBlock::kNowhere) report(s, rule, n, diagnostics);
  });
}

void case_last_break(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  each_case(s, [&](std::size_t, std::size_t end, std::size_t last) {
    const std::size_t decisive = end != IfBlock::kNowhere ? end : last;
    if (decisive != IfBlock::kNowhere && s.program.instructions[decisive].pred_control != PredControl::none)
      report(s, rule, decisive, diagnostics);
  });
}

void case_early_break(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  if (!has_case(s.program)) return;
  const std::vector<Instruction>& code = s.program.instructions;
  const std::vector<std::size_t> ends = block_ends(s);
  each_case(s, [&](std::size_t n, std::size_t end, std::size_t) {
    if (end == IfBlock::kNowhere) return;
    for (std::size_t m = n + 1; m < end && code[m].opcode != Opcode::case_; ++m) {
      const bool nested = ends[m] < end;  // it belongs to the inner block
      if (code[m].opcode == Opcode::break_ && !nested && find_jip(s, m) != s.program.offsets[end])
        report(s, rule, m, diagnostics);
    }
  });
}

constexpr Rule kLeavingRules[] = {
    {.id = "program.leaves_block",
     .citation = {snb("8.3.5, 8.3.10, 8.3.16, 8.3.19: JIP leads to the end of the innermost block"), kNone},
     .text = "JIP of {op} leads past the end of the block around it, where the other channels wait",
     .hint = "set JIP to the end of the innermost block: else, endif or while",
     .check_program = leaves_block},
    {.id = "program.break_target",
     .citation = {snb("8.3.5: UIP is the first instruction after the loop"), kNone},
     .text = "UIP of break must lead right after the while of its loop",
     .hint = "set UIP to the instruction that follows while",
     .check_program = break_target},
    {.id = "program.cont_target",
     .citation = {snb("8.3.10: UIP points to the loop's while"), bdw("vol2a cont")},
     .text = "cont must lead forward to the while of its loop",
     .hint = "set UIP to the loop's while",
     .check_program = cont_target},
    {.id = "program.case_break",
     .citation = {snb("8.3.7: the case code block must end with a break"), kNone},
     .text = "this case has no break",
     .hint = "end the case block with an unconditional break",
     .check_program = case_break},
    {.id = "program.case_target",
     .citation = {snb("8.3.7: to right after the matching break"), kNone},
     .text = "case must jump right after its break",
     .hint = "set JIP to the instruction that follows the break that ends the case",
     .check_program = case_target},
    {.id = "program.case_last_break",
     .citation = {snb("8.3.5: the last break instruction must be unconditional"), kNone},
     .text = "the last break of a case block cannot be predicated",
     .hint = "end the block with a break for all channels",
     .check_program = case_last_break},
    {.id = "program.case_early_break",
     .citation = {snb("8.3.5: previous breaks of a case point to the last one"), kNone},
     .text = "JIP of an earlier break of a case must lead to the last break of the case",
     .hint = "set JIP to the break that ends the case",
     .check_program = case_early_break},
};

}  // namespace

std::span<const Rule> leaving_rules() { return kLeavingRules; }

}  // namespace eugene::rules
