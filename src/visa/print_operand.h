// The text of single operands and fields; for print.cpp.
#pragma once

#include <string>

#include "visa/print.h"

namespace eugene::visa {

// Appends `operand` as field `field` of an instruction spells it: a suffix with its dot, an operand without a blank.
void print_field(const Kernel& kernel, Field field, const Operand& operand, std::string& out);

void print_predication(const Kernel& kernel, const Predication& predication, std::string& out);
std::string print_execution(const Execution& execution);

// The whole of an lsc_* instruction after its predicate.
void print_lsc(const Kernel& kernel, const Form& form, const Instruction& instruction, std::string& out);

// The number that `operand` is; 0 if it is something else.
inline std::int64_t number(const Operand& operand) {
  const auto* n = std::get_if<Number>(&operand);
  return n != nullptr ? n->value : 0;
}

// A name from a table. A value outside of it is printed as "?" and the number, which no reader takes for a name.
template <std::size_t N>
std::string spelled(const std::array<std::string_view, N>& names, std::int64_t value) {
  if (value >= 0 && value < static_cast<std::int64_t>(N) && !names[static_cast<std::size_t>(value)].empty())
    return std::string(names[static_cast<std::size_t>(value)]);
  return "?" + std::to_string(value);
}

}  // namespace eugene::visa
