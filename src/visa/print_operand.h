// Prints single operands and fields; for print.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "visa/print.h"

namespace eugene::visa {

// Appends `operand` as the field `field` is written: a suffix with its dot, an operand without a preceding blank.
void print_field(const Kernel& kernel, Field field, const Operand& operand, std::string& out);

void print_predication(const Kernel& kernel, const Predication& predication, std::string& out);

// Prints an lsc_* instruction after its predicate.
void print_lsc(const Kernel& kernel, const Form& form, const Instruction& instruction, std::string& out);

// Returns the name of `value` from a table. A value outside the table gives "?" and the number, which no reader
// accepts.
inline std::string spelled(std::span<const std::string_view> names, std::int64_t value) {
  if (value >= 0 && value < std::ssize(names) && !names[static_cast<std::size_t>(value)].empty())
    return std::string(names[static_cast<std::size_t>(value)]);
  return "?" + std::to_string(value);
}

}  // namespace eugene::visa
