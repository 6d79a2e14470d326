// Rules on a program as a whole: where branches lead, how blocks are nested, how a thread ends. SNB PRM vol4 part2 8.3
// and 9.2.
#include <fmt/format.h>

#include <vector>

#include "isa/branch.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// A known distance, by its name and its target.
struct Target {
  std::string_view name;
  std::int64_t offset;
};

std::vector<Target> targets(const ProgramSubject& s, std::size_t index) {
  const Instruction& i = s.program.instructions[index];
  if (i.opcode == Opcode::calla) return {};  // leads to other code
  const BranchTargets to = branch_targets(s.gen, i, s.program.offsets[index]);
  std::vector<Target> result;
  if (to.jip) result.push_back({i.row().format == Format::jump ? "jump" : "JIP", *to.jip});
  if (to.uip) result.push_back({"UIP", *to.uip});
  return result;
}

template <class Broken>
void check_targets(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics, Broken broken) {
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    for (const Target& target : targets(s, n)) {
      if (broken(target.offset)) report(s, rule, n, diagnostics, fmt::format("{} {:#x}", target.name, target.offset));
    }
  }
}

void branch_range(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::int64_t end = s.program.end();
  check_targets(s, rule, diagnostics, [&](std::int64_t offset) { return offset < 0 || offset > end; });
}

void branch_boundary(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::int64_t end = s.program.end();
  check_targets(s, rule, diagnostics,
                [&](std::int64_t offset) { return offset >= 0 && offset < end && !s.program.index_at(offset); });
}

// True if an instruction ends the thread, or if this is a subroutine, whose caller ends the thread.
bool can_end(const Program& program) {
  return std::ranges::any_of(program.instructions,
                             [](const Instruction& i) { return ends_thread(i) || i.opcode == Opcode::ret; });
}

void end_of_thread(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  if (!s.program.instructions.empty() && !can_end(s.program))
    report(s, rule, s.program.instructions.size() - 1, diagnostics);
}

// Checks that control cannot run past the last instruction.
void falls_off(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  std::size_t last = s.program.instructions.size();
  while (last > 0 && s.program.instructions[last - 1].row().format == Format::none) --last;
  if (last == 0 || !can_end(s.program)) return;  // program.end_of_thread reports this
  const Instruction& i = s.program.instructions[last - 1];
  const bool ends = ends_thread(i);
  const bool leaves = i.pred_control == PredControl::none && (i.opcode == Opcode::jmpi || i.opcode == Opcode::ret);
  if (!ends && !leaves && !i.dst.is_arf(Arf::ip)) report(s, rule, last - 1, diagnostics);
}

enum class Block : std::uint8_t { if_, else_ };

// Errors in the nesting of if, else and endif.
enum class Nesting : std::uint8_t { open_if, lone_else, lone_endif, second_else };

template <class Report>
void walk_blocks(const Program& program, Report report_at) {
  struct Open {
    Block block;
    std::size_t index;
  };
  std::vector<Open> open;
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    switch (program.instructions[n].opcode) {
      case Opcode::if_: open.push_back({Block::if_, n}); break;
      case Opcode::else_:
        if (open.empty()) {
          report_at(Nesting::lone_else, n);
        } else if (open.back().block == Block::else_) {
          report_at(Nesting::second_else, n);
        } else {
          open.back().block = Block::else_;
        }
        break;
      case Opcode::endif:
        if (open.empty()) {
          report_at(Nesting::lone_endif, n);
        } else {
          open.pop_back();
        }
        break;
      default: break;
    }
  }
  for (const Open& block : open) report_at(Nesting::open_if, block.index);
}

template <Nesting kind>
void check_nesting(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  walk_blocks(s.program, [&](Nesting found, std::size_t index) {
    if (found == kind) report(s, rule, index, diagnostics);
  });
}

// Returns, for each instruction, whether it is in a loop: from a while's target up to the while.
std::vector<bool> in_loops(const ProgramSubject& s) {
  const std::vector<std::uint32_t>& offsets = s.program.offsets;
  std::vector<int> begins(offsets.size() + 1, 0);  // loops that begin here, minus loops that end here
  for (std::size_t n = 0; n < offsets.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    const std::int64_t target = std::int64_t{offsets[n]} + i.jip;
    if (i.opcode != Opcode::while_ || target >= offsets[n]) continue;
    const auto first = std::lower_bound(offsets.begin(), offsets.end(), target);
    ++begins[static_cast<std::size_t>(first - offsets.begin())];
    --begins[n + 1];
  }
  std::vector<bool> inside(offsets.size());
  int depth = 0;
  for (std::size_t n = 0; n < offsets.size(); ++n) {
    depth += begins[n];
    inside[n] = depth > 0;
  }
  return inside;
}

void loose_break(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const bool switches = has_case(s.program);
  const std::vector<bool> inside = in_loops(s);
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    const Opcode opcode = s.program.instructions[n].opcode;
    const bool leaves = opcode == Opcode::cont || (opcode == Opcode::break_ && !switches);
    if (leaves && !inside[n]) report(s, rule, n, diagnostics);
  }
}

constexpr Rule kProgramRules[] = {
    {.id = "program.branch_range",
     .citation = {snb("6.5 instruction fetch out of bounds"), bdw("vol7 Instruction Fetch Out of Bounds")},
     .text = "a branch leads out of the program",
     .hint = "branch to an instruction of the program or to its end",
     .check_program = branch_range},
    {.id = "program.branch_boundary",
     .citation = {snb("5.5.3, 8.3: distances in whole instructions"), bdw("vol7 Instruction Compaction")},
     .text = "a branch leads into the middle of an instruction",
     .hint = "recompute the distance; compacted instructions are 8 bytes long",
     .check_program = branch_boundary},
    {.id = "program.end_of_thread",
     .citation = {snb("5.6 End of Thread, 8.3.44"), bdw("vol7 End of Thread")},
     .text = "no message ends the thread",
     .hint = "end with a send that has EOT",
     .check_program = end_of_thread},
    {.id = "program.falls_off",
     .severity = Severity::warning,
     .citation = {snb("5.6 End of Thread, 5.10"), bdw("vol7 End of Thread")},
     .text = "execution can run past the last instruction",
     .hint = "end with a send that has EOT, a jump or a return",
     .check_program = falls_off},
    {.id = "program.open_if",
     .citation = {snb("8.3.20: each if must have a matching endif"), bdw("vol2a if")},
     .text = "this if has no endif",
     .hint = "close the block with endif",
     .check_program = check_nesting<Nesting::open_if>},
    {.id = "program.lone_else",
     .citation = {snb("8.3.15"), bdw("vol2a else")},
     .text = "this else is not inside an if block",
     .hint = "open the block with if",
     .check_program = check_nesting<Nesting::lone_else>},
    {.id = "program.lone_endif",
     .citation = {snb("8.3.16"), bdw("vol2a endif")},
     .text = "this endif does not close an if block",
     .hint = "remove it or open the block with if",
     .check_program = check_nesting<Nesting::lone_endif>},
    {.id = "program.second_else",
     .citation = {snb("8.3.20: up to one matching else"), bdw("vol2a if")},
     .text = "an if block can have only one else",
     .hint = "nest another if",
     .check_program = check_nesting<Nesting::second_else>},
    {.id = "program.loose_break",
     .citation = {snb("8.3.5, 8.3.10"), bdw("vol2a break, cont")},
     .text = "{op} is not inside a loop",
     .hint = "use it between a loop's first instruction and its while",
     .check_program = loose_break},
};

}  // namespace

std::span<const Rule> program_rules() { return kProgramRules; }

}  // namespace eugene::rules
