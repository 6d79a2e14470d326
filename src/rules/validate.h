// The validator: every restriction that the documents put on an instruction or a program, a rule each with its
// citation. The rules are in this folder, a file for each subject; SNB PRM vol4 part2 chapters 4 to 8, BXT PRM vol6
// "Accumulator Registers" and "Register Region Restrictions".
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

// Where a broken rule shows first.
enum class Phase : std::uint8_t {
  documented,  // the instruction can be encoded, and the documents forbid it
  encoding,    // it cannot be encoded, or its bytes mean nothing: a row of isa/limits.h
  preemption,  // the documents forbid it for threads that may be preempted: reported on request only
};

// Where a program is to run.
struct Surroundings {
  bool preemptible = false;               // its threads may be preempted in the middle
  const isa::Machine* machine = nullptr;  // null: the one that stands for the generation
};

struct Rule {
  std::string_view id;                            // "region.width"
  Severity severity = Severity::error;            // a warning where real hardware is known to be more lenient
  isa::Citations citation;                        // the rule holds where it is cited
  isa::MachineSet machines = isa::kEveryMachine;  // and there on these machines
  std::string_view text;                          // what must hold, one line; {op} stands for the mnemonic
  std::string_view hint;                          // what to write instead
  // At most one of the three is set. If none is, the encoder or the decoder finds it.
  Operands (*check)(const Subject&) = nullptr;
  void (*check_program)(const ProgramSubject&, const Rule&, Diagnostics&) = nullptr;
  isa::Condition limit{};  // of a row of isa/limits.h
  Phase phase = Phase::documented;

  constexpr const Citation& cited(const isa::Gen& gen) const { return citation[static_cast<std::size_t>(gen.id)]; }
  constexpr bool holds(const isa::Gen& gen) const { return cited(gen).present(); }
  constexpr bool holds(const isa::Machine& machine) const {
    return holds(*machine.gen) && isa::contains(machines, machine);
  }
};

// Names of the machines of `gen` on which `rule` holds; empty if it holds on all of them.
std::vector<std::string_view> limited_to(const Rule& rule, const isa::Gen& gen);

// Every rule, grouped by subject.
std::vector<Rule> all();

// Appends what `instruction` violates in `gen`. Sets no location.
void validate(const isa::Gen& gen, const isa::Instruction& instruction, Diagnostics& diagnostics,
              const Surroundings& surroundings = {});

// Appends what the instructions of `program` violate and then what the program as a whole does. The
// location of each diagnostic is the byte offset of the instruction to blame.
void validate(const isa::Program& program, Diagnostics& diagnostics, const Surroundings& surroundings = {});

}  // namespace eugene::rules
