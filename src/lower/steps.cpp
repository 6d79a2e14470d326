#include "lower/steps.h"

#include "lower/send.h"

namespace eugene::lower {
namespace {

using visa::Field;

bool saturates(const visa::Operand& operand) {
  if (const auto* general = std::get_if<visa::General>(&operand)) return general->modifier == visa::Modifier::saturate;
  const auto* indirect = std::get_if<visa::Indirect>(&operand);
  return indirect != nullptr && indirect->modifier == visa::Modifier::saturate;
}

}  // namespace

Result<Sources> read_sources(Context& context, const Op& op) {
  Sources sources;
  for (unsigned n = 0; n < sources.size() && op.find(Field::source, n) != nullptr; ++n) {
    const auto source = context.source(op, *op.find(Field::source, n));
    if (!source) return forward_error(source);
    sources[n] = *source;
  }
  return sources;
}

void step_into(Context& context, const Op& op, const isa::Operand& dst, isa::Instruction native) {
  native.exec_size = op.execution.lanes;
  native.channel_offset = static_cast<std::uint8_t>(op.channel_offset());
  native.no_mask = true;
  native.dst = dst;
  context.out().add(native);
}

Result<isa::Operand> step(Context& context, const Op& op, isa::Instruction native, isa::Type type) {
  const auto place = context.scratch(registers_for(op.lanes(), isa::byte_size(type)));
  if (!place) return forward_error(place);
  step_into(context, op, packed(type, *place), native);
  return packed(type, *place);
}

// Computes a bfloat16 result as float in all channels, then rounds it in the running channels. The predicate of a
// select chooses a source, so it applies to the computation.
Result<void> finish_bfloat(Context& context, const Op& op, isa::Instruction native, const isa::Operand& words) {
  const auto place = context.scratch(registers_for(op.lanes(), isa::byte_size(isa::Type::f)));
  if (!place) return forward_error(place);
  isa::Instruction rounding = context.for_channels(op, isa::Opcode::fcvt);
  rounding.visa.conversion = isa::Conversion::f_to_bf;
  rounding.dst = words;
  rounding.src[0] = packed(isa::Type::ud, *place);
  const bool chooses = native.row().action == isa::Action::select && native.cond_mod == isa::CondMod::none;
  if (auto done = context.predicate(op, chooses ? native : rounding); !done) return done;
  native.no_mask = true;
  native.dst = packed(isa::Type::f, *place);
  context.out().add(native);
  context.out().add(rounding);
  return {};
}

Result<void> finish(Context& context, const Op& op, isa::Instruction native) {
  const visa::Operand& to = *op.find(Field::destination);
  const auto dst = context.destination(to);
  if (!dst) return forward_error(dst);
  if (context.operand_type(to) == visa::Type::bf) {
    native.saturate = saturates(to);
    return finish_bfloat(context, op, native, *dst);
  }
  native.dst = *dst;
  native.saturate = saturates(to);
  if (auto done = context.predicate(op, native); !done) return done;
  context.out().add(native);
  return {};
}

}  // namespace eugene::lower
