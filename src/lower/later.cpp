// Lowers instructions newer than Gen9 to sequences of Gen9 instructions: vISA manual ADD3, ROL, ROR, DP4A, BFN.
#include "lower/handlers.h"
#include "lower/steps.h"

namespace eugene::lower {
namespace {

using visa::Field;

// Intermediate results are packed elements of the first source's type.
struct Steps {
  Context& context;
  const Op& op;
  Sources sources;
  isa::Type type = isa::Type::ud;

  Result<isa::Operand> step(isa::Opcode opcode, const isa::Operand& a, const isa::Operand& b, isa::Type to) const {
    return lower::step(context, op, instruction(opcode, a, b), to);
  }
  void into(const isa::Operand& dst, isa::Opcode opcode, const isa::Operand& a, const isa::Operand& b) const {
    step_into(context, op, dst, instruction(opcode, a, b));
  }
};

Result<Steps> make_steps(Context& context, const Op& op) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  const Steps steps{.context = context, .op = op, .sources = *sources, .type = (*sources)[0].type};
  if (isa::is_float(steps.type) || isa::byte_size(steps.type) == 8)
    return fail("is not executed for operands of this type");
  return steps;
}

}  // namespace

// The first sum is exact in 64 bits, so the second addition saturates like a single addition of three.
Result<void> lower_add3(Context& context, const Op& op, const Row& row) {
  const auto steps = make_steps(context, op);
  if (!steps) return forward_error(steps);
  const auto sum = steps->step(row.opcode, steps->sources[0], steps->sources[1], isa::Type::q);
  if (!sum) return forward_error(sum);
  isa::Instruction last = context.for_channels(op, row.opcode);
  last.src = {*sum, steps->sources[2], {}};
  return finish(context, op, last);
}

// ROL and ROR: both shifts on unsigned elements, then an or.
Result<void> lower_rotate(Context& context, const Op& op, const Row& row) {
  const auto steps = make_steps(context, op);
  if (!steps) return forward_error(steps);
  const unsigned bits = 8 * isa::byte_size(steps->type);
  const isa::Type type = bits == 32 ? isa::Type::ud : isa::Type::uw;
  const isa::Operand mask = immediate(type, bits - 1);
  const auto value = steps->step(isa::Opcode::mov, steps->sources[0], {}, type);
  const auto count = steps->step(isa::Opcode::and_, steps->sources[1], mask, type);
  if (!value || !count) return forward_error(value, count);
  isa::Operand minus = *count;
  minus.negate = true;
  const auto rest = steps->step(isa::Opcode::add, minus, immediate(type, bits), type);
  if (!rest) return forward_error(rest);
  steps->into(*rest, isa::Opcode::and_, *rest, mask);
  const bool is_left = row.opcode == isa::Opcode::shl;
  const auto left = steps->step(isa::Opcode::shl, *value, is_left ? *count : *rest, type);
  const auto right = steps->step(isa::Opcode::shr, *value, is_left ? *rest : *count, type);
  if (!left || !right) return forward_error(left, right);
  isa::Instruction last = context.for_channels(op, isa::Opcode::or_);
  last.src = {*left, *right, {}};
  return finish(context, op, last);
}

// Multiplies the four bytes of the dwords, and adds up the products.
Result<void> lower_dp4a(Context& context, const Op& op, const Row& /*row*/) {
  const auto steps = make_steps(context, op);
  if (!steps) return forward_error(steps);
  std::array<isa::Operand, 2> bytes;
  for (const unsigned n : {0U, 1U}) {
    const isa::Operand& source = steps->sources[1 + n];
    const auto copy = steps->step(isa::Opcode::mov, source, {}, isa::Type::ud);
    if (!copy) return forward_error(copy);
    bytes[n] = *copy;
    bytes[n].type = isa::is_signed(source.type) ? isa::Type::b : isa::Type::ub;
    bytes[n].region = {4, 1, 0};
  }
  const auto sum = steps->step(isa::Opcode::mov, steps->sources[0], {}, isa::Type::q);
  const auto product = steps->step(isa::Opcode::mov, immediate(isa::Type::d, 0), {}, isa::Type::d);
  if (!sum || !product) return forward_error(sum, product);
  for (unsigned n = 0; n < 4; ++n) {
    steps->into(*product, isa::Opcode::mul, bytes[0], bytes[1]);
    steps->into(*sum, isa::Opcode::add, *sum, *product);
    for (isa::Operand& each : bytes) ++each.subnr;
  }
  isa::Instruction last = context.for_channels(op, isa::Opcode::mov);
  last.src[0] = *sum;
  return finish(context, op, last);
}

// Computes a sum of products: for each input combination for which the function is 1, the and of the sources or their
// complements; all of them combined with or.
Result<void> lower_boolean(Context& context, const Op& op, const Row& /*row*/) {
  const auto steps = make_steps(context, op);
  if (!steps) return forward_error(steps);
  const isa::Type type = steps->type;
  const auto function = static_cast<unsigned>(op.number(Field::boolean));
  const auto result = steps->step(isa::Opcode::mov, immediate(type, 0), {}, type);
  const auto product = steps->step(isa::Opcode::mov, immediate(type, 0), {}, type);
  std::array<isa::Operand, 3> values;
  for (unsigned n = 0; n < 3; ++n) {
    const auto value = steps->step(isa::Opcode::mov, steps->sources[n], {}, type);
    if (!value) return forward_error(value);
    values[n] = *value;
  }
  if (!result || !product) return forward_error(result, product);
  for (unsigned row = 0; row < 8; ++row) {
    if ((function >> row & 1) == 0) continue;
    for (unsigned n = 0; n < 3; ++n) values[n].negate = (row >> n & 1) == 0;
    steps->into(*product, isa::Opcode::and_, values[0], values[1]);
    steps->into(*product, isa::Opcode::and_, *product, values[2]);
    steps->into(*result, isa::Opcode::or_, *result, *product);
  }
  isa::Instruction last = context.for_channels(op, isa::Opcode::mov);
  last.src[0] = *result;
  return finish(context, op, last);
}

}  // namespace eugene::lower
