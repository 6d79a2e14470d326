#include "visa/lsc.h"

namespace eugene::visa {

const Operand& lsc_operand(const Form& form, const Instruction& instruction, Field field, unsigned nth) {
  static const Operand kNothing = Number{};
  const int at = find_position(form, field, nth);
  return at < 0 ? kNothing : instruction.operands[static_cast<std::size_t>(at)];
}

bool is_null(const Operand& operand) {
  if (const auto* raw = std::get_if<Raw>(&operand)) return raw->variable == 0;
  if (const auto* general = std::get_if<General>(&operand)) return general->variable == 0;
  return false;
}

}  // namespace eugene::visa
