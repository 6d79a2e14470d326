// Control flow. vISA manual GOTO: channels that jump forward wait until the thread comes to their label; of those that
// meet a backward jump, the ones that take it go first. That is what halt and goto.b do on a machine whose channels
// each have an instruction pointer: sem/flow.h.
#include "lower/handlers.h"

namespace eugene::lower {

using visa::Field;

// Nothing is executed; who checks the kernel sees here where a variable begins and ends.
Result<void> lower_lifetime(Context& context, const Op& op, const Row& /*row*/) {
  constexpr int kEnd = 1;
  context.use_life(op.form.selection == kEnd ? Use::Kind::ends : Use::Kind::begins, op);
  isa::Instruction nothing;
  nothing.opcode = isa::Opcode::nop;
  nothing.no_mask = true;
  context.out().add(nothing);
  return {};
}

Result<void> lower_nothing(Context& /*context*/, const Op& /*op*/, const Row& /*row*/) { return {}; }

Result<void> lower_file(Context& context, const Op& op, const Row& /*row*/) {
  if (const auto* name = op.get<visa::Text>(Field::file_name)) context.out().set_source_file(name->text);
  return {};
}

Result<void> lower_location(Context& context, const Op& op, const Row& /*row*/) {
  context.out().set_source_line(static_cast<std::uint32_t>(op.number(Field::number32)));
  return {};
}

Result<void> lower_label(Context& context, const Op& op, const Row& /*row*/) {
  const auto* label = op.get<visa::LabelReference>(Field::label);
  if (label == nullptr) return fail("its label is missing");
  context.forget_values();
  context.out().place(context.label(label->label));
  // Elsewhere one more join would do nothing, but the JIT would have to think of channels that come to it.
  if (context.is_waited_at(label->label)) context.out().add_join();
  return {};
}

Result<void> lower_jump(Context& context, const Op& op, const Row& /*row*/) {
  const auto* label = op.get<visa::LabelReference>(Field::label);
  if (label == nullptr) return fail("its label is missing");
  isa::Instruction native;
  if (auto done = context.predicate(op, native); !done) return done;
  context.jump(native, false, context.label(label->label));
  return {};
}

// One of an execution size of one goes for all channels that run, or for none: a jump of the thread where no others may
// wait on the way.
Result<void> lower_goto(Context& context, const Op& op, const Row& row) {
  const auto* label = op.get<visa::LabelReference>(Field::label);
  if (label == nullptr) return fail("its label is missing");
  Emitter& out = context.out();
  if (context.is_jump(op)) return lower_jump(context, op, row);
  const bool backward = out.is_placed(context.label(label->label));
  isa::Instruction native = context.for_channels(op, backward ? isa::Opcode::goto_ : isa::Opcode::halt);
  native.branch_control = backward;
  if (auto done = context.predicate(op, native); !done) return done;
  std::optional<LabelId> past;
  if (op.lanes() == 1) {
    past = context.skip_unless(native);
    native.exec_size = isa::kMaxChannels;
    native.channel_offset = 0;
    native.no_mask = false;
  }
  out.branch(native.opcode, context.label(label->label)) = native;
  if (past) out.place(*past);
  if (backward) out.add_join();
  return {};
}

// A comparison and a jump for each label.
Result<void> lower_switch(Context& context, const Op& op, const Row& /*row*/) {
  const auto index = context.source(op, *op.find(Field::source));
  if (!index) return std::unexpected(index.error());
  context.forget_values();
  std::uint64_t number = 0;
  for (const visa::Operand& operand : op.instruction.operands) {
    const auto* label = std::get_if<visa::LabelReference>(&operand);
    if (label == nullptr) continue;
    isa::Instruction& compare = context.out().scalar_op(isa::Opcode::cmp, null_operand(index->type), *index,
                                                        immediate(isa::Type::ud, number++));
    compare.cond_mod = isa::CondMod::z;
    compare.flag_nr = 1;
    isa::Instruction& jump = context.out().branch(isa::Opcode::jmpi, context.label(label->label));
    jump.no_mask = true;
    jump.pred_control = isa::PredControl::normal;
    jump.flag_nr = 1;
  }
  return {};
}

}  // namespace eugene::lower
