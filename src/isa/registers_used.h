// Registers that instructions read and write implicitly, in addition to the regions of their operands (isa/region.h)
// and the registers of messages (isa/message/registers.h). SNB PRM vol4 part2 chapter 8.
#pragma once

#include <algorithm>

#include "isa/instruction.h"

namespace eugene::isa {

// True if the accumulator is a source, written as an operand or implicit.
constexpr bool reads_accumulator(const Instruction& i) {
  if (i.row().has(kAccSource)) return true;
  if (is_send(i) || is_branch(i)) return false;
  return std::any_of(i.src.begin(), i.src.begin() + source_count(i),
                     [](const Operand& source) { return source.is_arf(Arf::acc); });
}

// Whether the accumulator is updated in addition to the destination. mach does so even without {AccWrEn} (8.3.26),
// except on a generation where it then gives the low dword (Gen::has_low_product).
constexpr bool updates_accumulator(const Instruction& i) { return i.acc_wr_en || i.opcode == Opcode::mach; }

constexpr bool writes_accumulator(const Instruction& i) {
  return updates_accumulator(i) || (i.row().has_destination && i.dst.is_arf(Arf::acc));
}

// Whether the predicate combines both flag registers, or both halves of the only one.
constexpr bool reads_both_flags(PredControl control) {
  return control == PredControl::anyv || control == PredControl::allv;
}

// Returns the number of elements that a source of line or pln has in sequence, whatever its region says (8.3.22,
// 8.3.35); 0 for every other source. Source 0 is p, q, an unused element and r; source 1 of pln is eight u, eight v,
// eight u, ...
constexpr unsigned elements_in_sequence(const Instruction& i, unsigned source) {
  if (source == 0) return i.row().has(kPlane) ? 4 : 0;
  return i.row().has(kTwoCoordinates) ? 2 * std::max<unsigned>(i.exec_size, 8) : 0;
}

// Bytes from the first register of source 1 of pln to coordinate u of `channel`; v is one register further.
constexpr unsigned coordinate_offset(unsigned channel) { return channel / 8 * 2 * kRegisterBytes + channel % 8 * 4; }

// Whether there is a second result, the remainder, in the registers after the destination's (8.3.28).
constexpr bool has_second_result(const Instruction& i) {
  return i.opcode == Opcode::math && i.math == MathFunction::idiv;
}

}  // namespace eugene::isa
