#include "visa/lsc.h"

namespace eugene::visa {

const Operand& lsc_operand(const Form& form, const Instruction& instruction, Field field, unsigned nth) {
  static const Operand kNothing = Number{};
  for (std::size_t n = 0; n < form.fields.size(); ++n) {
    if (form.fields[n] == field && nth-- == 0) return instruction.operands[n];
  }
  return kNothing;
}

bool is_null(const Operand& operand) {
  if (const auto* raw = std::get_if<Raw>(&operand)) return raw->variable == 0;
  if (const auto* general = std::get_if<General>(&operand)) return general->variable == 0;
  return false;
}

}  // namespace eugene::visa
