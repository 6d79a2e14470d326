// The text of fields that are numbers: suffixes, ".RGBA.16-full", and operands, "(8,4)". number_text.cpp describes each
// once, for printing and for parsing.
#pragma once

#include <cstdint>
#include <string>

#include "visa/cursor.h"
#include "visa/field.h"
#include "visa/operand.h"

namespace eugene::visa {

// True for fields whose operand is a Number that the text shows as itself, not as the name of a variable.
constexpr bool has_number_text(Field field) {
  const FieldRow& row = table_row(field);
  const bool is_number = (row.coding >= Coding::u8 && row.coding <= Coding::i32) || row.coding == Coding::operation;
  return is_number && field != Field::surface && field != Field::sampler;
}

// Appends the text of `value`: a suffix with its dot, an operand without a preceding blank.
void print_number_field(Field field, std::int64_t value, std::string& out);

// Parses the text of a field and adds it to `value`. Returns false after an error.
bool parse_number_field(Cursor& in, Field field, std::int64_t& value);

// Prints and parses "(M1, 16)".
std::string print_execution(const Execution& execution);
bool parse_execution(Cursor& in, Execution& out);

}  // namespace eugene::visa
