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
Result<isa::Operand> bits_of(Result<isa::Operand> operand) {
  if (!operand) return operand;
  if (operand->negate || operand->absolute) return fail("its source has a modifier");
  constexpr isa::Type kUnsigned[] = {isa::Type::ub, isa::Type::uw, isa::Type::ud};
  operand->type = kUnsigned[isa::size_of(operand->type) / 2];
  return operand;
}

Result<isa::Instruction> conversion(Context& context, const Op& op, isa::Opcode opcode, std::span<const Pair> pairs,
                                    const char* reference) {
  const auto from = context.type_of(*op.find(Field::source));
  const auto to = context.type_of(*op.find(Field::destination));
  const auto found = std::ranges::find_if(pairs, [&](const Pair& each) { return from == each.from && to == each.to; });
  if (found == pairs.end()) {
    const auto name = [](std::optional<visa::Type> type) {
      return type ? visa::row_of(*type).name : "an operand without a type";
    };
    return fail(fmt::format("cannot convert from {} to {}", name(from), name(to)), reference);
  }
  const auto source = bits_of(context.source(op, *op.find(Field::source)));
  const auto dst = bits_of(context.destination(*op.find(Field::destination)));
  if (!source || !dst) return error_of(source, dst);
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
  if (!native) return error_of(native);
  native->no_mask |= isa::size_of(native->dst.type) == 1;
  context.out().add(*native);
  return {};
}

// The instruction has neither mask nor predicate, so all channels are rounded.
Result<void> lower_srnd(Context& context, const Op& op, const Row& /*row*/) {
  auto native = conversion(context, op, isa::Opcode::srnd, kRoundings, "vISA manual SRND");
  if (!native) return error_of(native);
  const auto random = bits_of(context.source(op, *op.find(Field::source, 1)));
  if (!random) return error_of(random);
  native->no_mask = true;
  native->src[1] = *random;
  context.out().add(*native);
  return {};
}

}  // namespace eugene::lower
