// The forms of vISA's instructions: each mnemonic with its page, and its fields in the order of the binary. Printer,
// parser, binary reader and writer, checker and docs/visa.md come from this table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "visa/field.h"
#include "visa/manual.h"

namespace eugene::visa {

inline constexpr std::int16_t kNoSelection = -1;

struct Form {
  std::string_view mnemonic;
  Page page;                              // of the manual
  std::int16_t selection = kNoSelection;  // value of the selector among the forms of the opcode
  std::span<const Field> fields;
  // The order of the fields in the text, a character each (0-9, a-z); empty: as in the binary. Suffixes and the
  // predicate have fixed places, hidden fields none.
  std::string_view order = {};
  bool is_composable = false;  // of two forms alike, the one whose label is composable: outside of the object

  constexpr std::uint8_t opcode() const { return row_of(page).opcode; }
};

std::span<const Form> forms();

// The first form with `mnemonic`, or null.
const Form* find_mnemonic(std::string_view mnemonic);

// The forms with `opcode`; empty: there is no such instruction.
std::span<const Form> forms_of(std::uint8_t opcode);

// The part of a selector's `value` that chooses the form.
std::int16_t selection_of(Field selector, std::int64_t value);

// Which of `form`'s fields is `field`; -1 if it has none.
int position_of(const Form& form, Field field);

// Whether the text names the shared function, and may omit it: raw_sendsc, whose order has no place for it.
bool has_optional_function(const Form& form);

// LABEL and SUBROUTINE: the form has nothing but the label of the place where it stands.
inline bool defines_label(const Form& form) { return row_of(form.page).is(kPlace); }

}  // namespace eugene::visa
