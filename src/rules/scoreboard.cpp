// Rules on Gen12's software scoreboard: every dependency must be waited for (isa/dependency.h). Each access that an
// instruction leaves open is followed over all paths of the program (scoreboard_walk.h).
#include <cstddef>

#include "isa/dependency.h"
#include "isa/scoreboard.h"
#include "rules/rule.h"
#include "rules/scoreboard_walk.h"

namespace eugene::rules {
namespace {

// Reports the hazards that instructions leave. `follows` chooses these instructions.
template <class Follows>
void report_hazards(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics, Follows follows) {
  ScoreboardWalk walk(s);
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    if (!follows(s.program.instructions[n])) continue;
    for (const DependencyHazard& each : walk.follow(n))
      report(s, rule, each.later, diagnostics, describe_with_mend(s.program, each));
  }
}

void token(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  report_hazards(s, rule, diagnostics, [](const Instruction& i) { return find_token(i).has_value(); });
}

void no_token(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  report_hazards(s, rule, diagnostics, [](const Instruction& i) { return ends_out_of_order(i) && !find_token(i); });
}

void distance(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  report_hazards(s, rule, diagnostics, [](const Instruction& i) { return counts_in_distance(i); });
}

void untracked(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    const std::string_view name = find_untracked_register(i);
    if (!name.empty() && find_waits(i).distance != 1) report(s, rule, n, diagnostics, name);
  }
}

constexpr Rule kScoreboardRules[] = {
    {.id = "swsb.byte",
     .citation = {kNone, kNone, iga("iga_types_swsb.cpp: SingleDistPipe")},
     .text = "the scoreboard's byte of {op} has a reserved value",
     .hint = "use @1 to @7, $0.dst, $0.src or, in a message or math, $0",
     .check =
         [](const Subject& s) {
           return broken_if(!decode_scoreboard(s.i.scoreboard, ends_out_of_order(s.i)).has_value());
         }},
    {.id = "swsb.set",
     .citation = {kNone, kNone, mesa("brw_fs_scoreboard.cpp: is_unordered")},
     .text = "{op} cannot set a token: it ends in order",
     .hint = "wait for a token with $0.dst or $0.src, or for a distance with @1",
     .check = [](const Subject& s) { return broken_if(!ends_out_of_order(s.i) && find_token(s.i).has_value()); }},
    {.id = "swsb.token",
     .citation = {kNone, kNone,
                  iga("SWSB_G4IR.cpp: G4_BB_SB::SBDDD; Mesa brw_fs_scoreboard.cpp: gather_inst_dependencies")},
     .text = "{op} does not wait for a message or math function that uses the same register",
     .hint = "if the instruction waits for another token already, put a sync.nop before it",
     .check_program = token},
    {.id = "swsb.no_token",
     .citation = {kNone, kNone, mesa("brw_fs_scoreboard.cpp: gather_inst_dependencies")},
     .text = "{op} cannot wait for a message or math function that uses the same register and sets no token",
     .hint = "give the earlier instruction a token",
     .check_program = no_token},
    {.id = "swsb.distance",
     .citation = {kNone, kNone,
                  iga("SWSB_G4IR.cpp: G4_BB_SB::SBDDD; Mesa brw_fs_scoreboard.cpp: ordered_dependency_swsb")},
     .text = "{op} does not wait for an earlier instruction that uses the same register",
     .hint = "if the instruction waits for a token already, put a sync.nop before it",
     .check_program = distance},
    {.id = "swsb.untracked",
     .citation = {kNone, kNone, mesa("brw_fs_scoreboard.cpp: registers that are not tracked")},
     .text = "{op} must wait for the instruction before it, as its register is not tracked",
     .hint = "add @1",
     .check_program = untracked},
    {.id = "swsb.end_of_thread",
     .citation = {kNone, kNone, mesa("brw_fs_generator.cpp: generate_code, Wa_14013745556")},
     .text = "a message that ends the thread must wait for the instruction before it",
     .hint = "add @1",
     .check = [](const Subject& s) { return broken_if(ends_thread(s.i) && find_waits(s.i).distance != 1); }},
};

}  // namespace

std::span<const Rule> scoreboard_rules() { return kScoreboardRules; }

}  // namespace eugene::rules
