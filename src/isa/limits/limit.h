// One limit: a row of the tables in this folder, which isa/limits.h joins.
#pragma once

#include <string_view>

#include "isa/citation.h"
#include "isa/limit_condition.h"

namespace eugene::isa {

struct Limit {
  std::string_view id;  // "three_source.align16"
  Citations citation;
  std::string_view text;   // the requirement, or what is missing; {op} stands for the mnemonic
  std::string_view hint;   // what to write instead
  Condition condition{};   // what breaks the limit
  bool has_words = false;  // machine words can break it: they are decoded and encoded, and only the rules report it

  constexpr bool holds(const Gen& gen) const { return citation[gen.id].present(); }
  // Returns the operands of `i` that break the limit. Returns none if `gen` does not have the limit.
  constexpr Operands broken_by(const Gen& gen, const Instruction& i) const {
    return condition.known() && holds(gen) ? condition.broken_by(gen, i) : kFine;
  }
  // Whether `operand` breaks the limit. It need not be in its slot of `i` yet.
  constexpr bool broken_by(const Gen& gen, const Instruction& i, const Operand& operand) const {
    return condition.known() && holds(gen) && condition.broken_by(gen, i, operand);
  }
};

}  // namespace eugene::isa
