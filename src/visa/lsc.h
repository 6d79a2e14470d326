// Common parts of the forms of lsc_*, for their printer and parser.
#pragma once

#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::visa {

struct LscShape {
  bool is_typed = false;
  bool is_store = false;
  bool is_atomic = false;
  bool is_block = false;      // of two dimensions
  bool has_channels = false;  // "V32:d32.xy"
  bool is_state = false;      // read_state_info: no address, no shape
  bool is_counter = false;    // of an append buffer: no address
};

constexpr LscShape lsc_shape(const Form& form) {
  const std::string_view name = form.mnemonic;
  LscShape shape;
  shape.is_typed = form.page == Page::lsc_typed;
  shape.is_store = name.starts_with("lsc_store") || name == "lsc_ccs_update";
  shape.is_atomic = name.starts_with("lsc_atomic");
  shape.is_block = name.ends_with("block2d");
  shape.has_channels = name.ends_with("quad");
  shape.is_state = name == "lsc_read_state_info";
  shape.is_counter = name.starts_with("lsc_apndctr");
  return shape;
}

// Operand number `nth` of those that are `field`.
const Operand& lsc_operand(const Form& form, const Instruction& instruction, Field field, unsigned nth = 0);

// Whether `operand` is variable 0.
bool is_null(const Operand& operand);

}  // namespace eugene::visa
