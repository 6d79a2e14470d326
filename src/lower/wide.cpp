// Products, sums and differences of dwords that need more than 32 bits: they are computed in 64 bits. vISA manual MULH,
// MADW, ADDC, SUBB.
#include "lower/handlers.h"
#include "lower/send.h"
#include "lower/steps.h"

namespace eugene::lower {
namespace {

using visa::Field;

struct Wide {
  isa::Operand whole;  // packed qwords
  // Returns the low (0) or high (1) dwords of the qwords.
  isa::Operand half(unsigned which) const {
    return registers(isa::Type::ud, whole.nr * isa::kRegisterBytes + 4 * which, {2, 1, 0});
  }
};

Result<Wide> wide_result(Context& context, const Op& op, isa::Opcode opcode, const isa::Operand& a,
                         const isa::Operand& b) {
  const bool is_signed = isa::is_signed(a.type) || isa::is_signed(b.type);
  const auto whole = step(context, op, instruction(opcode, a, b), is_signed ? isa::Type::q : isa::Type::uq);
  if (!whole) return forward_error(whole);
  return Wide{*whole};
}

// Moves dwords to a destination, with the predicate of `op`.
Result<void> deliver(Context& context, const Op& op, const isa::Operand& dst, const isa::Operand& from,
                     isa::Opcode opcode = isa::Opcode::mov, const isa::Operand& second = {}) {
  isa::Instruction native = context.for_channels(op, opcode);
  native.dst = dst;
  native.src = {from, second, {}};
  if (auto done = context.predicate(op, native); !done) return done;
  context.out().add(native);
  return {};
}

}  // namespace

Result<void> lower_mulh(Context& context, const Op& op, const Row& row) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  const auto product = wide_result(context, op, row.opcode, (*sources)[0], (*sources)[1]);
  if (!product) return forward_error(product);
  const auto dst = context.destination(*op.find(Field::destination));
  if (!dst) return forward_error(dst);
  return deliver(context, op, *dst, product->half(1));
}

// The high dwords are in the whole registers after the low ones.
Result<void> lower_madw(Context& context, const Op& op, const Row& /*row*/) {
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  const auto product = wide_result(context, op, isa::Opcode::mul, (*sources)[0], (*sources)[1]);
  if (!product) return forward_error(product);
  step_into(context, op, product->whole, instruction(isa::Opcode::add, product->whole, (*sources)[2]));
  const auto low = context.destination(*op.find(Field::destination));
  if (!low) return forward_error(low);
  if (low->indirect) return fail("an indirect destination of this instruction is not executed");
  isa::Operand high = *low;
  high.nr = static_cast<std::uint16_t>(high.nr + registers_for(op.lanes(), 4));
  context.uses().region(Use::Kind::destination, *op.find(Field::destination), high);
  if (auto done = deliver(context, op, *low, product->half(0)); !done) return done;
  return deliver(context, op, high, product->half(1));
}

// ADDC, SUBB: bit 32 of the sum or difference is the carry or borrow.
Result<void> lower_carry(Context& context, const Op& op, const Row& row) {
  auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  if (row.opcode == isa::Opcode::subb) {
    isa::Operand& second = (*sources)[1];
    if (second.is_imm()) {
      second = immediate(isa::Type::q, std::uint64_t{0} - static_cast<std::uint32_t>(second.imm));
    } else {
      second.negate = !second.negate;
    }
  }
  auto sum = wide_result(context, op, isa::Opcode::add, (*sources)[0], (*sources)[1]);
  if (!sum) return forward_error(sum);
  const auto dst = context.destination(*op.find(Field::destination));
  const auto carry = context.destination(*op.find(Field::destination, 1));
  if (!dst || !carry) return forward_error(dst, carry);
  if (auto done = deliver(context, op, *dst, sum->half(0)); !done) return done;
  return deliver(context, op, *carry, sum->half(1), isa::Opcode::and_, immediate(isa::Type::ud, 1));
}

}  // namespace eugene::lower
