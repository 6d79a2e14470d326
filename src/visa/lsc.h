// Common parts of the forms of lsc_*, for their printer and parser.
#pragma once

#include "visa/form.h"
#include "visa/kernel.h"
#include "visa/selection.h"

namespace eugene::visa {

struct LscShape {
  bool is_typed = false;
  bool is_store = false;
  bool is_atomic = false;
  bool is_block = false;      // two-dimensional
  bool has_channels = false;  // "V32:d32.xy"
  bool is_state = false;      // read_state_info: neither address nor shape
  bool is_counter = false;    // append counter: no address
  std::uint8_t data = 0;      // atomic: operands besides the destination
};

// True for forms of the load/store cache, whose text has a special grammar.
constexpr bool is_lsc(const Form& form) { return table_row(form.page).group == Group::lsc; }

// Returns the number of operands that the atomic `op` takes besides the destination. vISA manual LSC_TYPED, notes.
constexpr std::uint8_t data_of_atomic(std::int16_t op) {
  switch (op) {
    case LscSelection::atomic_iinc:
    case LscSelection::atomic_idec:
    case LscSelection::atomic_load: return 0;
    case LscSelection::atomic_icas:
    case LscSelection::atomic_fcas: return 2;
    default: return 1;
  }
}

// Returns an empty shape for other instructions.
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
  shape.is_counter = op == Op::apndctr_atomic_add || op == Op::apndctr_atomic_sub;
  if (shape.is_atomic) shape.data = data_of_atomic(op);
  return shape;
}

// Returns operand `nth` of the field `field`.
const Operand& lsc_operand(const Form& form, const Instruction& instruction, Field field, unsigned nth = 0);

// True if `operand` is variable 0.
bool is_null(const Operand& operand);

}  // namespace eugene::visa
