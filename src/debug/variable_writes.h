// Whether a register still holds a variable's own value.
//
// Compilers that optimise say where a variable is, but their ranges are too long: Intel's names one register for the
// whole of a function, or joins ranges between which the register holds another value. So the last write of the
// register (register_writes.h) must come from the variable: from an instruction of a part of the text that gives the
// variable a value (source_facts.h), or that calls the function whose parameter it is. Where anything else has written
// the register since, the value may be another one's. An instruction that only copies a register counts as what
// computed the value, too: loops copy a variable where its name does not stand.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/source_lines.h"
#include "base/source_variables.h"
#include "debug/location.h"
#include "debug/register_writes.h"
#include "debug/source_facts.h"

namespace eugene::debug {

class VariableWrites {
 public:
  // All must outlive this. `offsets`: of the program's instructions.
  VariableWrites(const SourceVariables& all, const SourceLines& lines, const SourceFacts& facts,
                 const std::vector<std::uint32_t>& offsets)
      : all_(&all), lines_(&lines), facts_(&facts), offsets_(&offsets) {}

  // Whether all of these registers were last written for the variable, or are those that the thread was started with
  // and nothing in the program writes: ids and arguments. `code`: of the program.
  bool hold(const SourceVariable& variable, std::span<const RegisterBytes> registers, const WrittenRegisters& written,
            const RegisterWrites& code) const;

 private:
  bool is_own(const SourceVariable& variable, std::uint16_t writer) const;
  bool comes_from(const SourceVariable& variable, std::uint32_t ip) const;
  const std::vector<TextSpan>& spans_of(const SourceVariable& variable) const;

  const SourceVariables* all_;
  const SourceLines* lines_;
  const SourceFacts* facts_;
  const std::vector<std::uint32_t>* offsets_;
  mutable std::map<const SourceVariable*, std::vector<TextSpan>> spans_;
  mutable std::map<std::pair<const SourceVariable*, std::uint16_t>, bool> own_;  // by writer
};

}  // namespace eugene::debug
