// Instructions that a native one does, or nearly: vISA manual, the pages of arithmetic.
#include "lower/handlers.h"
#include "lower/steps.h"

namespace eugene::lower {
namespace {

using visa::Field;

bool saturates(const visa::Operand& operand) {
  if (const auto* general = std::get_if<visa::General>(&operand)) return general->modifier == visa::Modifier::saturate;
  const auto* indirect = std::get_if<visa::Indirect>(&operand);
  return indirect != nullptr && indirect->modifier == visa::Modifier::saturate;
}

unsigned source_count(const Op& op) {
  unsigned count = 0;
  while (op.find(Field::source, count) != nullptr) ++count;
  return count;
}

// A copy of a source as packed elements of `type`.
Result<isa::Operand> converted(Context& context, const Op& op, const visa::Operand& operand, isa::Type type) {
  const auto source = context.source(op, operand);
  if (!source) return source;
  const unsigned bytes = op.lanes() * isa::size_of(type);
  const auto place = context.scratch((bytes + isa::kRegisterBytes - 1) / isa::kRegisterBytes);
  if (!place) return std::unexpected(place.error());
  isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
  move.no_mask = true;
  move.dst = packed(type, *place);
  move.src[0] = *source;
  context.out().add(move);
  return packed(type, *place);
}

}  // namespace

Result<void> finish(Context& context, const Op& op, isa::Instruction native) {
  const visa::Operand& to = *op.find(Field::destination);
  const auto dst = context.destination(to);
  if (!dst) return std::unexpected(dst.error());
  native.dst = *dst;
  native.saturate = saturates(to);
  if (auto done = context.predicate(op, native); !done) return done;
  context.out().add(native);
  return {};
}

Result<void> lower_alu(Context& context, const Op& op, const Row& row) {
  isa::Instruction native = context.for_channels(op, row.opcode);
  const unsigned count = std::min(source_count(op), 3U);
  for (unsigned n = 0; n < count; ++n) {
    const auto source = context.source(op, *op.find(Field::source, row.order[n]));
    if (!source) return std::unexpected(source.error());
    native.src[n] = *source;
  }
  return finish(context, op, native);
}

Result<void> lower_math(Context& context, const Op& op, const Row& row) {
  isa::Instruction native = context.for_channels(op, isa::Opcode::math);
  native.math = row.math;
  for (unsigned n = 0; n < source_count(op); ++n) {
    const auto source = context.source(op, *op.find(Field::source, n));
    if (!source) return std::unexpected(source.error());
    native.src[n] = *source;
  }
  return finish(context, op, native);
}

// DIV and MOD: integers are divided as dwords.
Result<void> lower_division(Context& context, const Op& op, const Row& row) {
  std::array<isa::Operand, 2> sources;
  bool is_float = false;
  bool is_dword = true;
  bool is_signed = false;
  for (unsigned n = 0; n < 2; ++n) {
    const auto source = context.source(op, *op.find(Field::source, n));
    if (!source) return std::unexpected(source.error());
    sources[n] = *source;
    is_float |= isa::is_float(source->type);
    is_dword &= isa::size_of(source->type) == 4;
    is_signed |= isa::is_signed(source->type);
  }
  for (unsigned n = 0; n < 2 && !is_float && !is_dword; ++n) {
    const auto wide = converted(context, op, *op.find(Field::source, n), is_signed ? isa::Type::d : isa::Type::ud);
    if (!wide) return std::unexpected(wide.error());
    sources[n] = *wide;
  }
  isa::Instruction native = context.for_channels(op, isa::Opcode::math);
  native.math = row.math != isa::MathFunction::none ? row.math
                : is_float                          ? isa::MathFunction::fdiv
                                                    : isa::MathFunction::iqot;
  native.src[0] = sources[0];
  native.src[1] = sources[1];
  return finish(context, op, native);
}

// SQRTM, DIVM: the first step of the native macros gives the rounded result already, and sets flags (docs/undefined.md
// "INVM and RSQTM").
Result<void> lower_ieee(Context& context, const Op& op, const Row& row) {
  isa::Instruction step = context.for_channels(op, row.opcode);
  step.math = row.math;
  step.flag_nr = 1;
  for (unsigned n = 0; n < source_count(op); ++n) {
    const auto source = context.source(op, *op.find(Field::source, n));
    if (!source) return std::unexpected(source.error());
    step.src[n] = *source;
  }
  const isa::Type type = step.src[0].type;
  const unsigned bytes = op.lanes() * isa::size_of(type);
  const auto place = context.scratch((bytes + isa::kRegisterBytes - 1) / isa::kRegisterBytes);
  if (!place) return std::unexpected(place.error());
  step.dst = packed(type, *place);
  context.out().add(step);
  isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
  move.src[0] = packed(type, *place);
  return finish(context, op, move);
}

Result<void> lower_min_max(Context& context, const Op& op, const Row& row) {
  isa::Instruction native = context.for_channels(op, row.opcode);
  native.cond_mod = op.form.selection == 0 ? isa::CondMod::l : isa::CondMod::ge;
  for (unsigned n = 0; n < 2; ++n) {
    const auto source = context.source(op, *op.find(Field::source, n));
    if (!source) return std::unexpected(source.error());
    native.src[n] = *source;
  }
  return finish(context, op, native);
}

// The address of a variable, or an address, and a sum.
Result<void> lower_address(Context& context, const Op& op, const Row& row) {
  isa::Instruction native = context.for_channels(op, row.opcode);
  const auto base = context.source(op, *op.find(Field::address_source));
  const auto offset = context.source(op, *op.find(Field::source));
  if (!base || !offset) return std::unexpected(base ? offset.error() : base.error());
  native.src = {*offset, *base, {}};
  return finish(context, op, native);
}

// Width and offset make a mask, with which the bits are inserted.
Result<void> lower_bfi(Context& context, const Op& op, const Row& /*row*/) {
  std::array<isa::Operand, 4> sources;
  for (unsigned n = 0; n < 4; ++n) {
    const auto source = context.source(op, *op.find(Field::source, n));
    if (!source) return std::unexpected(source.error());
    sources[n] = *source;
  }
  const auto mask = context.scratch(4);
  if (!mask) return std::unexpected(mask.error());
  isa::Instruction first = context.for_channels(op, isa::Opcode::bfi1);
  first.no_mask = true;
  first.dst = packed(isa::Type::ud, *mask);
  first.src = {sources[0], sources[1], {}};
  context.out().add(first);
  isa::Instruction second = context.for_channels(op, isa::Opcode::bfi2);
  second.src = {packed(isa::Type::ud, *mask), sources[2], sources[3]};
  return finish(context, op, second);
}

// The accumulator takes what is added.
Result<void> lower_sad2add(Context& context, const Op& op, const Row& /*row*/) {
  std::array<isa::Operand, 3> sources;
  for (unsigned n = 0; n < 3; ++n) {
    const auto source = context.source(op, *op.find(Field::source, n));
    if (!source) return std::unexpected(source.error());
    sources[n] = *source;
  }
  isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
  move.no_mask = true;
  move.dst = architecture(isa::Arf::acc, 0, 0, sources[2].type);
  move.dst.region.hstride = 1;
  move.src[0] = sources[2];
  context.out().add(move);
  isa::Instruction sum = context.for_channels(op, isa::Opcode::sada2);
  sum.src = {sources[0], sources[1], {}};
  return finish(context, op, sum);
}

}  // namespace eugene::lower
