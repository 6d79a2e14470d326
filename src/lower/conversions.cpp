// Conversions of small floats. vISA manual FCVT, SRND. vISA has no types for these formats: BF8 is UB, HF8 is B, TF32
// is UD.
#include <fmt/format.h>

#include <algorithm>

#include "lower/handlers.h"

namespace eugene::lower {
namespace {

using visa::Field;
using enum visa::Type;

struct Pair {
  visa::Type from, to;
  isa::Conversion conversion;
};
constexpr Pair kConversions[] = {
    {ub, hf, isa::Conversion::bf8_to_hf}, {hf, ub, isa::Conversion::hf_to_bf8}, {b, hf, isa::Conversion::hf8_to_hf},
    {hf, b, isa::Conversion::hf_to_hf8},  {f, ud, isa::Conversion::f_to_tf32},  {ud, f, isa::Conversion::tf32_to_f},
};
constexpr Pair kRoundings[] = {{hf, ub, isa::Conversion::hf_to_bf8}, {f, hf, isa::Conversion::f_to_hf}};

// Returns the operand with an unsigned integer type of the same size.
Result<isa::Operand> as_bits(Result<isa::Operand> operand) {
  if (!operand) return operand;
  if (operand->negate || operand->absolute) return fail("its source has a modifier");
  constexpr isa::Type kUnsigned[] = {isa::Type::ub, isa::Type::uw, isa::Type::ud};
  operand->type = kUnsigned[isa::byte_size(operand->type) / 2];
  return operand;
}

Result<isa::Instruction> conversion(Context& context, const Op& op, isa::Opcode opcode, std::span<const Pair> pairs,
                                    const char* reference) {
  const auto from = context.operand_type(*op.find(Field::source));
  const auto to = context.operand_type(*op.find(Field::destination));
  const auto found = std::ranges::find_if(pairs, [&](const Pair& each) { return from == each.from && to == each.to; });
  if (found == pairs.end()) {
    const auto name = [](std::optional<visa::Type> type) {
      return type ? visa::table_row(*type).name : "an operand without a type";
    };
    return fail(fmt::format("cannot convert from {} to {}", name(from), name(to)), reference);
  }
  const auto source = as_bits(context.source(op, *op.find(Field::source)));
  const auto dst = as_bits(context.destination(*op.find(Field::destination)));
  if (!source || !dst) return forward_error(source, dst);
  isa::Instruction native = context.for_channels(op, opcode);
  native.visa.conversion = found->conversion;
  native.dst = *dst;
  native.src[0] = *source;
  return native;
}

}  // namespace

// A result of eight bits is written in all channels.
Result<void> lower_fcvt(Context& context, const Op& op, const Row& /*row*/) {
  auto native = conversion(context, op, isa::Opcode::fcvt, kConversions, "vISA manual FCVT");
  if (!native) return forward_error(native);
  native->no_mask |= isa::byte_size(native->dst.type) == 1;
  context.out().add(*native);
  return {};
}

// The instruction has neither mask nor predicate, so all channels are rounded.
Result<void> lower_srnd(Context& context, const Op& op, const Row& /*row*/) {
  auto native = conversion(context, op, isa::Opcode::srnd, kRoundings, "vISA manual SRND");
  if (!native) return forward_error(native);
  const auto random = as_bits(context.source(op, *op.find(Field::source, 1)));
  if (!random) return forward_error(random);
  native->no_mask = true;
  native->src[1] = *random;
  context.out().add(*native);
  return {};
}

}  // namespace eugene::lower
