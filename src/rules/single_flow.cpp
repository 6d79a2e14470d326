// Rules on single program flow, as far as straight-line code after a fork shows that it is on. SNB PRM vol4 part2
// 5.3.4.8, 5.3.4.10. `eugene exec --check` sees it at run time, however it was set.
#include <vector>

#include "isa/state_registers.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// Calls `check(index)` for instructions that are sure to run with single program flow.
template <class Check>
void each_in_single_flow(const ProgramSubject& s, Check check) {
  std::vector<bool> entries;
  bool single = false;
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (single && entries[n]) single = false;
    if (single) check(n);
    if (i.opcode == Opcode::fork) {
      single = i.src[0].is_null();
      if (single && entries.empty()) entries = entry_points(s);
    }
    if (i.opcode == Opcode::call || (i.row().has_destination && i.dst.is_arf(Arf::cr))) single = false;
  }
}

void channels(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  each_in_single_flow(s, [&](std::size_t n) {
    const Instruction& i = s.program.instructions[n];
    if (leaves_single_flow(i.exec_size, i.channel_offset)) report(s, rule, n, diagnostics);
  });
}

void ip(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  each_in_single_flow(s, [&](std::size_t n) {
    const Instruction& i = s.program.instructions[n];
    const bool computes = i.row().format == Format::two_source && i.row().has_destination;
    if (computes && i.dst.is_arf(Arf::ip)) report(s, rule, n, diagnostics);
  });
}

constexpr Rule kSingleFlowRules[] = {
    {.id = "program.single_flow_channels",
     .citation = {snb("5.3.4.8 cr0.0 bit 2: only H1/Q1/N1 in SPF mode; 7.2.2: and 2H of SIMD16"), kNone},
     .text = "in single program flow, only the first channels exist",
     .hint = "remove the quarter control, or fork first",
     .check_program = channels},
    {.id = "program.single_flow_ip",
     .citation = {snb("5.3.4.8, 5.3.4.10 errata DevSNB"), kNone},
     .text = "only branches may change ip in single program flow",
     .hint = "use jmpi",
     .check_program = ip},
};

}  // namespace

std::span<const Rule> single_flow_rules() { return kSingleFlowRules; }

}  // namespace eugene::rules
