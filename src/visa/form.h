// The forms of vISA's instructions: each mnemonic with its page, and its fields in binary order. Printer, parser,
// binary reader and writer, checker and docs/user/visa.md use this table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "visa/field.h"
#include "visa/manual.h"

namespace eugene::visa {

inline constexpr std::int16_t kNoSelection = -1;

struct Form {
  std::string_view mnemonic;
  Page page;                              // page of the manual
  std::int16_t selection = kNoSelection;  // selector that identifies the form among those of the opcode
  std::span<const Field> fields;
  // The order of the fields in the text, one character for each (0-9, a-z); empty: binary order. Suffixes and the
  // predicate have fixed places; hidden fields are not in the text.
  std::string_view order = {};
  bool is_composable = false;  // the variant with a composable label, which is outside the object

  constexpr std::uint8_t opcode() const { return table_row(page).opcode; }
};

std::span<const Form> forms();

// Returns the first form with `mnemonic`, or null.
const Form* find_mnemonic(std::string_view mnemonic);

// Returns the forms with `opcode`; empty if no instruction has it.
std::span<const Form> find_forms(std::uint8_t opcode);

// Returns the part of a selector's `value` that identifies the form.
std::int16_t find_selection(Field selector, std::int64_t value);

// Returns the index of the `nth` field `field` in `form`; -1 if the form does not have it.
int find_position(const Form& form, Field field, unsigned nth = 0);

// Returns the indexes of the fields in the order of the text.
std::vector<std::size_t> find_text_order(const Form& form);

// True if the text may name the shared function but need not: raw_sendsc, whose order has no place for it.
bool has_optional_function(const Form& form);

// True for LABEL and SUBROUTINE, which only define the label at their place.
inline bool defines_label(const Form& form) { return table_row(form.page).is(kPlace); }

}  // namespace eugene::visa
