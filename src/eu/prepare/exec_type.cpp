#include "eu/prepare/exec_type.h"

#include <algorithm>
#include <span>

namespace eugene::eu {

namespace {

using isa::Action;
using isa::CondMod;
using isa::IntegerLanes;
using isa::Operand;
using isa::Type;

// Returns the type of a source's elements after packed immediates are expanded.
Type element_type(Type type) {
  switch (type) {
    case Type::v: return Type::w;
    case Type::uv: return Type::uw;
    case Type::vf: return Type::f;
    default: return type;
  }
}

// Half only if all sources are halves; otherwise the lanes are single (BXT PRM vol6 "Mixed Mode Float").
Exec float_exec(std::span<const Operand> sources, const isa::Instruction& instruction) {
  bool any_double = false;
  bool all_half = true;
  for (const Operand& source : sources) {
    if (source.is_null()) continue;
    any_double |= source.type == Type::df;
    all_half &= source.type == Type::hf;
  }
  if (any_double) return Exec::df;
  // The lanes of a move have its source's type, whatever it converts to.
  const bool moves = instruction.row().has(isa::kMoves) && instruction.row().action == Action::alu;
  return all_half && (moves || instruction.dst.type != Type::f) ? Exec::hf : Exec::f;
}

// True for an accumulator of words. Its channels have 33 bits and so a sign, whatever the operand's type (5.3.4.5).
// (The 64 bits of a dword channel may all belong to a product of unsigned dwords.)
bool is_word_accumulator(const Operand& source) {
  return source.is_arf(isa::Arf::acc) && isa::byte_size(source.type) == 2;
}

// True for a difference of unsigned quadwords. Its lanes are unsigned even if it is negative; see saturating_add().
bool is_difference(std::span<const Operand> sources) {
  return sources[0].type == Type::uq && sources[1].type == Type::uq && sources[0].negate != sources[1].negate;
}

// Returns the narrowest lanes that hold every source; if `exact`, also the result.
Exec integer_exec(std::span<const Operand> sources, const isa::Instruction& instruction) {
  const isa::OpcodeInfo& row = instruction.row();
  bool all_unsigned = true;  // no signed type and no modifier, so no value is negative
  bool fit_signed = true;    // every value is within int32
  bool quadword = isa::byte_size(instruction.dst.type) == 8;
  bool from_accumulator = false;
  for (const Operand& source : sources) {
    const Type type = element_type(source.type);
    const unsigned bytes = isa::byte_size(type);
    const bool counts = row.lanes == IntegerLanes::shift && &source != sources.data();
    if (!counts) all_unsigned &= !isa::is_signed(type) && !source.negate && !is_word_accumulator(source);
    fit_signed &= bytes < 4 || (type == Type::d && !source.has_modifier());
    quadword |= bytes == 8;
    from_accumulator |= source.is_arf(isa::Arf::acc);
  }
  if (is_saturated_quadword_sum(instruction) && is_difference(sources)) return Exec::u64;
  const Exec narrow = fit_signed ? Exec::i32 : all_unsigned ? Exec::u32 : Exec::i64;
  const Exec wide = all_unsigned ? Exec::u64 : Exec::i64;

  if (row.lanes == IntegerLanes::dword) return isa::is_signed(element_type(sources[0].type)) ? Exec::i32 : Exec::u32;
  if (row.lanes == IntegerLanes::bits) return Exec::u32;
  if (row.has(isa::kAccSource))  // sums with the accumulator's guard bits
    return accumulator_integer(instruction) == Type::w ? Exec::i64 : wide;
  if (quadword || from_accumulator || instruction.dst.is_arf(isa::Arf::acc)) return wide;

  // The result of a move has the range of its sources. Other results may leave it, and saturation, .o and floats must
  // see that.
  const bool exact = instruction.saturate || instruction.cond_mod == CondMod::o || isa::is_float(instruction.dst.type);
  if (instruction.acc_wr_en) return wide;
  if (exact) return row.has(isa::kMoves) ? narrow : wide;
  if (row.lanes == IntegerLanes::shift) {
    const Type type = element_type(sources[0].type);
    if (isa::byte_size(type) == 4 && sources[0].has_modifier()) return Exec::i64;
    return isa::is_signed(type) || isa::byte_size(type) < 4 ? Exec::i32 : Exec::u32;
  }
  const bool compares = row.action == Action::select && instruction.cond_mod != CondMod::none;
  return row.lanes == IntegerLanes::wraps && !compares ? Exec::i32 : narrow;
}

}  // namespace

bool is_saturated_quadword_sum(const isa::Instruction& instruction) {
  return instruction.opcode == isa::Opcode::add && instruction.saturate &&
         (isa::byte_size(instruction.src[0].type) == 8 || isa::byte_size(instruction.src[1].type) == 8);
}

bool moves_raw_bits(const isa::Instruction& instruction) {
  const auto& [first, second, third] = instruction.src;
  const bool widens_accumulator = instruction.acc_wr_en && !isa::is_float(instruction.dst.type);
  const bool asks_range = instruction.saturate || instruction.cond_mod == CondMod::o;
  if (widens_accumulator || asks_range || first.type != instruction.dst.type || first.has_modifier()) return false;
  if (!instruction.row().has(isa::kMoves)) return false;
  const bool one_of_two = instruction.row().action == Action::select;
  return !one_of_two || (instruction.cond_mod == CondMod::none && second.type == first.type && !second.has_modifier());
}

Type accumulator_integer(const isa::Instruction& instruction) {
  const std::span sources = std::span(instruction.src).first(instruction.row().sources);
  const bool dwords = std::ranges::any_of(
      sources, [](const Operand& o) { return !o.is_null() && isa::byte_size(element_type(o.type)) >= 4; });
  return dwords ? Type::d : Type::w;
}

Exec choose_exec(const isa::Gen& gen, const isa::Instruction& instruction, std::span<const Operand> sources) {
  if (sources.empty()) return Exec::i32;
  if (instruction.opcode == isa::Opcode::mach && gen.has_low_product && !instruction.acc_wr_en) return Exec::i32;
  if (moves_raw_bits(instruction)) return raw_exec(isa::byte_size(instruction.dst.type));
  bool any_float = false;
  for (const Operand& source : sources) any_float |= isa::is_float(source.type) && !source.is_null();
  return any_float ? float_exec(sources, instruction) : integer_exec(sources, instruction);
}

}  // namespace eugene::eu
