// The validator: every restriction that the documents put on an instruction or a program is a rule with a citation.
// This folder has a file of rules for each subject. SNB PRM vol4 part2 chapters 4 to 8, BXT PRM vol6 "Accumulator
// Registers" and "Register Region Restrictions".
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "isa/citation.h"
#include "isa/gen.h"
#include "isa/instruction.h"
#include "isa/limit_condition.h"
#include "isa/machine.h"
#include "isa/program.h"

namespace eugene::rules {

using isa::Citation;

struct Subject;         // rule.h: one instruction, prepared for the checks
struct ProgramSubject;  // rule.h: one program

using isa::Operands;

// The first place where a broken rule shows.
enum class Phase : std::uint8_t {
  documented,  // the instruction can be encoded, and the documents forbid it
  encoding,    // it cannot be encoded, or its bytes are meaningless: a row of isa/limits.h
  preemption,  // only forbidden for threads that may be preempted: reported on request
};

// The conditions under which a program is to run.
struct Surroundings {
  bool preemptible = false;               // threads may be preempted in mid-thread
  const isa::Machine* machine = nullptr;  // null: the generation's default machine
};

struct Rule {
  std::string_view id;                            // "region.width"
  Severity severity = Severity::error;            // warning: real hardware is known to be more lenient
  isa::Citations citation;                        // a generation without a citation does not have the rule
  isa::MachineSet machines = isa::kEveryMachine;  // machines to which the rule applies
  std::string_view text;                          // the requirement, on one line; {op} stands for the mnemonic
  std::string_view hint;                          // what to write instead
  // At most one of these three is set. If none is, the encoder or the decoder reports the rule.
  Operands (*check)(const Subject&) = nullptr;
  void (*check_program)(const ProgramSubject&, const Rule&, Diagnostics&) = nullptr;
  isa::Condition limit{};  // from a row of isa/limits.h
  Phase phase = Phase::documented;

  constexpr const Citation& cited(const isa::Gen& gen) const { return citation[gen.id]; }
  constexpr bool holds(const isa::Gen& gen) const { return cited(gen).present(); }
  constexpr bool holds(const isa::Machine& machine) const {
    return holds(*machine.gen) && isa::contains(machines, machine);
  }
};

// Returns the names of `gen`'s machines to which `rule` applies; empty if it applies to all of them.
std::vector<std::string_view> limited_to(const Rule& rule, const isa::Gen& gen);

// Every rule, grouped by subject.
std::vector<Rule> all();

// Appends a diagnostic for each rule that `instruction` breaks in `gen`. Sets no location.
void validate(const isa::Gen& gen, const isa::Instruction& instruction, Diagnostics& diagnostics,
              const Surroundings& surroundings = {});

// Appends diagnostics for the instructions of `program`, then for the program as a whole. The location of each
// diagnostic is the byte offset of the instruction to blame.
void validate(const isa::Program& program, Diagnostics& diagnostics, const Surroundings& surroundings = {});

}  // namespace eugene::rules
