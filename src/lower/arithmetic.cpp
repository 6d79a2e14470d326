// Instructions with a native equivalent, or nearly: vISA manual, the pages of arithmetic.
#include "lower/handlers.h"
#include "lower/steps.h"

namespace eugene::lower {
namespace {

using visa::Field;

// Converts a source to packed elements of `type`.
Result<isa::Operand> converted(Context& context, const Op& op, const isa::Operand& source, isa::Type type) {
  return step(context, op, instruction(isa::Opcode::mov, source), type);
}

}  // namespace

// True for a copy of bfloat16, which must not change any bit, not even of a NaN.
bool copies_bfloats(const Context& context, const Op& op) {
  const auto* from = op.get<visa::General>(Field::source);
  const auto* to = op.get<visa::General>(Field::destination);
  return from != nullptr && to != nullptr && from->modifier == visa::Modifier::none &&
         to->modifier == visa::Modifier::none && context.operand_type(*from) == visa::Type::bf &&
         context.operand_type(*to) == visa::Type::bf;
}

// Hardware has no conversion from doubles to bytes. Intel's finaliser converts to signed words and keeps their low
// bytes.
Result<void> double_to_byte(Context& context, const Op& op) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  const auto words = converted(context, op, (*sources)[0], isa::Type::w);
  if (!words) return forward_error(words);
  isa::Instruction last = context.for_channels(op, isa::Opcode::mov);
  last.src[0] = *words;
  return finish(context, op, last);
}

Result<void> lower_mov(Context& context, const Op& op, const Row& row) {
  const auto from = context.operand_type(*op.find(Field::source));
  const auto to = context.operand_type(*op.find(Field::destination));
  if (from == visa::Type::df && (to == visa::Type::b || to == visa::Type::ub)) return double_to_byte(context, op);
  if (!copies_bfloats(context, op)) return lower_alu(context, op, row);
  isa::Instruction native = context.for_channels(op, row.opcode);
  const auto words = context.words(*op.get<visa::General>(Field::source));
  const auto dst = context.destination(*op.find(Field::destination));
  if (!words || !dst) return forward_error(words, dst);
  native.src[0] = *words;
  native.dst = *dst;
  if (auto done = context.predicate(op, native); !done) return done;
  context.out().add(native);
  return {};
}

Result<void> lower_alu(Context& context, const Op& op, const Row& row) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  isa::Instruction native = context.for_channels(op, row.opcode);
  for (unsigned n = 0; n < row.order.size(); ++n) native.src[n] = (*sources)[row.order[n]];
  return finish(context, op, native);
}

// The value moved to a surface variable is usually a constant, which is then remembered.
Result<void> lower_move_state(Context& context, const Op& op, const Row& row) {
  if (auto done = lower_alu(context, op, row); !done) return done;
  const auto* to = op.get<visa::State>(Field::destination);
  if (to == nullptr || to->kind != visa::VariableKind::surface) return {};
  const auto place = context.layout().surface(to->variable);
  const auto* index = op.get<visa::Immediate>(Field::source);
  if (op.lanes() != 1 || !op.no_mask() || !place) {
    context.known().forget_surfaces();
    return {};
  }
  const auto number = index != nullptr ? std::optional(static_cast<std::uint32_t>(index->bits)) : std::nullopt;
  context.known().set_surface(place->byte + 4U * to->element, number);
  return {};
}

Result<void> lower_math(Context& context, const Op& op, const Row& row) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  isa::Instruction native = context.for_channels(op, isa::Opcode::math);
  native.math = row.math;
  native.src = {(*sources)[0], (*sources)[1], {}};
  return finish(context, op, native);
}

// DIV and MOD. Integers are divided as dwords.
Result<void> lower_division(Context& context, const Op& op, const Row& row) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  std::array operands = {(*sources)[0], (*sources)[1]};
  bool is_float = false;
  bool is_dword = true;
  bool is_signed = false;
  for (const isa::Operand& each : operands) {
    is_float |= isa::is_float(each.type);
    is_dword &= isa::byte_size(each.type) == 4;
    is_signed |= isa::is_signed(each.type);
  }
  for (isa::Operand& each : operands) {
    if (is_float || is_dword) break;
    const auto wide = converted(context, op, each, is_signed ? isa::Type::d : isa::Type::ud);
    if (!wide) return forward_error(wide);
    each = *wide;
  }
  isa::Instruction native = context.for_channels(op, isa::Opcode::math);
  native.math = row.math != isa::MathFunction::none ? row.math
                : is_float                          ? isa::MathFunction::fdiv
                                                    : isa::MathFunction::iqot;
  native.src = {operands[0], operands[1], {}};
  return finish(context, op, native);
}

// SQRTM, DIVM. Here, the first step of the native macros already gives the rounded result, and sets flags
// (docs/record/undefined.md "INVM and RSQTM").
Result<void> lower_ieee(Context& context, const Op& op, const Row& row) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  isa::Instruction macro = instruction(row.opcode, (*sources)[0], (*sources)[1]);
  macro.math = row.math;
  macro.flag_nr = 1;
  const auto result = step(context, op, macro, macro.src[0].type);
  if (!result) return forward_error(result);
  isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
  move.src[0] = *result;
  return finish(context, op, move);
}

Result<void> lower_min_max(Context& context, const Op& op, const Row& row) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  isa::Instruction native = context.for_channels(op, row.opcode);
  native.cond_mod = op.form.selection == 0 ? isa::CondMod::l : isa::CondMod::ge;
  native.src = {(*sources)[0], (*sources)[1], {}};
  return finish(context, op, native);
}

// Adds to an address, or to the address of a variable.
Result<void> lower_address(Context& context, const Op& op, const Row& row) {
  isa::Instruction native = context.for_channels(op, row.opcode);
  const auto base = context.source(op, *op.find(Field::address_source));
  const auto offset = context.source(op, *op.find(Field::source));
  if (!base || !offset) return forward_error(base, offset);
  native.src = {*offset, *base, {}};
  return finish(context, op, native);
}

// Makes a mask from width and offset, with which the bits are inserted.
Result<void> lower_bfi(Context& context, const Op& op, const Row& /*row*/) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  const auto mask = step(context, op, instruction(isa::Opcode::bfi1, (*sources)[0], (*sources)[1]), isa::Type::ud);
  if (!mask) return forward_error(mask);
  isa::Instruction insert = context.for_channels(op, isa::Opcode::bfi2);
  insert.src = {*mask, (*sources)[2], (*sources)[3]};
  return finish(context, op, insert);
}

// The third source, which is added, goes through the accumulator.
Result<void> lower_sad2add(Context& context, const Op& op, const Row& /*row*/) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  isa::Operand accumulator = architecture(isa::Arf::acc, 0, 0, (*sources)[2].type);
  accumulator.region.hstride = 1;
  step_into(context, op, accumulator, instruction(isa::Opcode::mov, (*sources)[2]));
  isa::Instruction sum = context.for_channels(op, isa::Opcode::sada2);
  sum.src = {(*sources)[0], (*sources)[1], {}};
  return finish(context, op, sum);
}

}  // namespace eugene::lower
