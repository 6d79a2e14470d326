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

// Operations whose shape differs from that of a load, as the selection of their forms. vISA manual LSC_UNTYPED,
// LSC_TYPED.
struct LscSelection {
  static constexpr std::int16_t load_quad = 2, load_block2d = 3, store = 4, store_quad = 6, store_block2d = 7;
  static constexpr std::int16_t first_atomic = 8, last_atomic = 26;
  static constexpr std::int16_t store_uncompressed = 28, ccs_update = 29, read_state_info = 30;
  static constexpr std::int16_t counter_add = 0x28, counter_sub = 0x29;
};

// Whether a form is one of the load/store cache, whose text has a grammar of its own.
constexpr bool is_lsc(const Form& form) { return row_of(form.page).group == Group::lsc; }

// Forms of other instructions have no shape.
constexpr LscShape lsc_shape(const Form& form) {
  using Op = LscSelection;
  if (!is_lsc(form)) return {};
  const std::int16_t op = form.selection;
  LscShape shape;
  shape.is_typed = form.page == Page::lsc_typed;
  shape.is_store = (op >= Op::store && op <= Op::store_block2d) || op == Op::store_uncompressed || op == Op::ccs_update;
  shape.is_atomic = op >= Op::first_atomic && op <= Op::last_atomic;
  shape.is_block = op == Op::load_block2d || op == Op::store_block2d;
  shape.has_channels = op == Op::load_quad || op == Op::store_quad;
  shape.is_state = op == Op::read_state_info;
  shape.is_counter = op == Op::counter_add || op == Op::counter_sub;
  return shape;
}

// Operand number `nth` of those that are `field`.
const Operand& lsc_operand(const Form& form, const Instruction& instruction, Field field, unsigned nth = 0);

// Whether `operand` is variable 0.
bool is_null(const Operand& operand);

}  // namespace eugene::visa
