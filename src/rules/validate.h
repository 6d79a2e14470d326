// The validator: every restriction the documents put on an instruction or a program, one rule each with
// its citation. Rules live in this folder by subject; SNB PRM vol4 part2 chapters 4 to 8, BXT PRM vol6
// "Accumulator Registers" and "Register Region Restrictions".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen.h"
#include "isa/instruction.h"
#include "isa/program.h"

namespace eugene::rules {

// Where a document states a rule; empty where a generation does not have it.
struct Citation {
  std::string_view document;
  std::string_view section;
  constexpr bool present() const { return !document.empty(); }
};

struct Subject;         // rule.h: one instruction, prepared for the checks
struct ProgramSubject;  // rule.h: one program

// Operands that break a rule, as a set: destination, sources 0 to 2, or the instruction as a whole.
using Operands = std::uint8_t;

struct Rule {
  std::string_view id;                            // "region.width"
  Severity severity = Severity::error;            // a warning where real hardware is known to be more lenient
  std::array<Citation, isa::kGenCount> citation;  // by GenId; the rule holds where it is cited
  std::string_view text;                          // what must hold, one line; {op} stands for the mnemonic
  std::string_view hint;                          // what to write instead
  // One of the two is set, or neither: then the decoder finds it.
  Operands (*check)(const Subject&) = nullptr;
  void (*check_program)(const ProgramSubject&, const Rule&, Diagnostics&) = nullptr;

  constexpr const Citation& cited(const isa::Gen& gen) const { return citation[static_cast<std::size_t>(gen.id)]; }
  constexpr bool holds(const isa::Gen& gen) const { return cited(gen).present(); }
};

// Every rule, grouped by subject.
std::vector<Rule> all();

// Appends what `instruction` violates in `gen`. Sets no location.
void validate(const isa::Gen& gen, const isa::Instruction& instruction, Diagnostics& diagnostics);

// Appends what the instructions of `program` violate and then what the program as a whole does. The
// location of each diagnostic is the byte offset of the instruction to blame.
void validate(const isa::Program& program, Diagnostics& diagnostics);

}  // namespace eugene::rules
