#include "eu/prepare/raw_bits.h"

#include <span>

namespace eugene::eu {
namespace {

using isa::Type;

bool works_on_bits(const isa::OpcodeInfo& row) {
  if (row.action != isa::Action::alu || row.format == isa::Format::math) return false;
  if (row.lanes == isa::IntegerLanes::bits || row.has(isa::kLogic) || row.has(isa::kShiftCount)) return true;
  return row.lanes == isa::IntegerLanes::dword && row.types == isa::kDwordInts;
}

Type integer_of_size(unsigned bytes, bool is_signed) {
  switch (bytes) {
    case 2: return is_signed ? Type::w : Type::uw;
    case 8: return is_signed ? Type::q : Type::uq;
    default: return is_signed ? Type::d : Type::ud;
  }
}

}  // namespace

isa::Instruction with_raw_bits(isa::Instruction instruction) {
  const isa::OpcodeInfo& row = instruction.row();
  if (!works_on_bits(row)) return instruction;
  const bool is_signed = row.lanes == isa::IntegerLanes::shift;  // the sign bit is shifted in
  for (isa::Operand& source : std::span(instruction.src).first(row.lane_sources())) {
    if (isa::is_float(source.type) && !isa::info(source.type).is_vector)
      source.type = integer_of_size(isa::byte_size(source.type), is_signed);
  }
  return instruction;
}

}  // namespace eugene::eu
