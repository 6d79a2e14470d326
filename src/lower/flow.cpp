// Control flow. vISA manual GOTO: channels that jump forward wait until the thread reaches their label; at a backward
// jump, the channels that take it continue first. On a machine with an instruction pointer for each channel, halt and
// goto.b do exactly this: sem/flow.h.
#include "isa/trap.h"
#include "lower/handlers.h"

namespace eugene::lower {

using visa::Field;

// Emits a nop: the checker needs an instruction at the place where the life of a variable begins or ends.
Result<void> lower_lifetime(Context& context, const Op& op, const Row& /*row*/) {
  constexpr int kEnd = 1;
  context.uses().life(op.form.selection == kEnd ? Use::Kind::ends : Use::Kind::begins, op);
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
  context.known().forget();
  context.out().place(context.flow().label(label->label));
  // At other labels a join would do nothing, but the JIT would have to handle it.
  if (context.flow().is_waited_at(label->label)) context.out().add_join();
  return {};
}

namespace {

// A branch to another routine, which is a fault as soon as a channel takes it. To find out, a move marks the channels
// that would take it.
Result<void> branch_elsewhere(Context& context, const Op& op) {
  constexpr std::uint8_t kScratchFlag = 1;  // unused between instructions
  Emitter& out = context.out();
  const LabelId past = out.new_label();
  const auto place = context.scratch(2);
  if (!place) return forward_error(place);
  const isa::Operand takes = packed(isa::Type::uw, *place);
  out.scalar_op(isa::Opcode::mov, takes, immediate(isa::Type::uw, 0)).exec_size = isa::kMaxChannels;
  isa::Instruction mark = context.for_channels(op, isa::Opcode::mov);
  if (op.lanes() == 1) mark.exec_size = isa::kMaxChannels;  // all running channels
  mark.dst = takes;
  mark.src[0] = immediate(isa::Type::uw, 1);
  if (auto done = context.predicate(op, mark); !done) return done;
  if (op.lanes() == 1 && op.predication.variable != 0) {
    context.flow().jump(mark, true, past);
    mark.pred_control = isa::PredControl::none;
  }
  if (op.lanes() == 1) mark.channel_offset = 0;
  out.add(mark);
  isa::Instruction& test =
      out.scalar_op(isa::Opcode::cmp, null_operand(isa::Type::uw), takes, immediate(isa::Type::uw, 0));
  test.exec_size = isa::kMaxChannels;
  test.cond_mod = isa::CondMod::nz;
  test.flag_nr = kScratchFlag;
  isa::Instruction& jump = out.branch(isa::Opcode::jmpi, past);
  jump.no_mask = true;
  jump.pred_control = isa::PredControl::any32h;
  jump.pred_inverse = true;
  jump.flag_nr = kScratchFlag;
  out.add(isa::trap(isa::Trap::other_routine));
  out.place(past);
  context.known().forget();
  return {};
}

}  // namespace

Result<void> lower_jump(Context& context, const Op& op, const Row& /*row*/) {
  const auto* label = op.get<visa::LabelReference>(Field::label);
  if (label == nullptr) return fail("its label is missing");
  if (context.flow().is_elsewhere(op, label->label)) return branch_elsewhere(context, op);
  isa::Instruction native;
  if (auto done = context.predicate(op, native); !done) return done;
  context.flow().jump(native, false, context.flow().label(label->label));
  return {};
}

// A goto of execution size 1 is taken by all running channels or by none. It becomes a jump of the thread if no channel
// can be waiting between here and its target.
Result<void> lower_goto(Context& context, const Op& op, const Row& row) {
  const auto* label = op.get<visa::LabelReference>(Field::label);
  if (label == nullptr) return fail("its label is missing");
  if (context.flow().is_elsewhere(op, label->label)) return branch_elsewhere(context, op);
  Emitter& out = context.out();
  if (context.flow().is_jump(op)) return lower_jump(context, op, row);
  const bool backward = out.is_placed(context.flow().label(label->label));
  isa::Instruction native = context.for_channels(op, backward ? isa::Opcode::goto_ : isa::Opcode::halt);
  native.branch_control = backward;
  if (auto done = context.predicate(op, native); !done) return done;
  std::optional<LabelId> past;
  if (op.lanes() == 1) {
    past = context.flow().skip_unless(native);
    native.exec_size = isa::kMaxChannels;
    native.channel_offset = 0;
    native.no_mask = false;
  }
  out.branch(native.opcode, context.flow().label(label->label)) = native;
  if (past) out.place(*past);
  if (backward) out.add_join();
  return {};
}

// Emits a comparison and a jump for each label. After them the index is out of range.
Result<void> lower_switch(Context& context, const Op& op, const Row& /*row*/) {
  const auto index = context.source(op, *op.find(Field::source));
  if (!index) return forward_error(index);
  context.known().forget();
  std::uint64_t number = 0;
  for (const visa::Operand& operand : op.instruction.operands) {
    const auto* label = std::get_if<visa::LabelReference>(&operand);
    if (label == nullptr) continue;
    isa::Instruction& compare = context.out().scalar_op(isa::Opcode::cmp, null_operand(index->type), *index,
                                                        immediate(isa::Type::ud, number++));
    compare.cond_mod = isa::CondMod::z;
    compare.flag_nr = 1;
    const bool is_elsewhere = context.flow().is_elsewhere(op, label->label);
    const LabelId past = context.out().new_label();
    isa::Instruction& jump =
        context.out().branch(isa::Opcode::jmpi, is_elsewhere ? past : context.flow().label(label->label));
    jump.no_mask = true;
    jump.pred_control = isa::PredControl::normal;
    jump.pred_inverse = is_elsewhere;
    jump.flag_nr = 1;
    if (is_elsewhere) context.out().add(isa::trap(isa::Trap::other_routine));
    context.out().place(past);
  }
  context.out().add(isa::trap(isa::Trap::switch_index));
  return {};
}

}  // namespace eugene::lower
