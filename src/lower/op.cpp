#include "lower/op.h"

#include "visa/spelling.h"

namespace eugene::lower {

Op::Op(const visa::Instruction& of) : instruction(of), form(visa::forms()[of.form]) {
  if (const auto* found = get<visa::Execution>(visa::Field::execution)) execution = *found;
  if (const auto* found = get<visa::Execution>(visa::Field::element_count)) execution = *found;
  if (find(visa::Field::channels_lanes) != nullptr)  // SAMPLE, LOAD
    execution = {.lanes = static_cast<std::uint8_t>(visa::lanes_of_sample(number(visa::Field::channels_lanes))),
                 .mask = 0};
  if (const auto* found = get<visa::Predication>(visa::Field::predication)) predication = *found;
}

const visa::Operand* Op::find(visa::Field field, unsigned n) const {
  for (std::size_t i = 0; i < form.fields.size() && i < instruction.operands.size(); ++i) {
    if (form.fields[i] == field && n-- == 0) return &instruction.operands[i];
  }
  return nullptr;
}

}  // namespace eugene::lower
