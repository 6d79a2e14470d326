// Subroutines. vISA manual SUBROUTINE, CALL, RET. Channels that return, or end the kernel, wait for the others at the
// end of the routine, so that all channels that entered a routine leave it together.
#include "lower/routines.h"

#include "lower/handlers.h"

namespace eugene::lower {

using visa::Field;

void end_routine(Context& context, bool is_last) {
  if (!context.flow().current()) return;
  const unsigned label = *context.flow().current();
  const ControlFlow::Routine& routine = context.flow().routine(label);
  Emitter& out = context.out();
  out.place(routine.exit);
  if (context.flow().has_waiters_at_end(label)) out.add_join();
  context.known().forget();
  const bool is_kernel = label == context.flow().first() && context.functions().current() == nullptr;
  if (!is_kernel) {
    isa::Instruction& native = out.scalar_op(isa::Opcode::ret, {}, packed(isa::Type::ud, routine.return_byte));
    native.exec_size = 2;
    native.no_mask = false;
  } else if (!is_last) {
    out.branch(isa::Opcode::jmpi, context.flow().end()).no_mask = true;
  }
}

Result<RoutineCall> begin_call(Context& context, const Op& op, std::uint32_t return_byte) {
  RoutineCall call{.native = context.for_channels(op, isa::Opcode::call), .past = {}};
  call.native.dst = packed(isa::Type::ud, return_byte);
  if (auto done = context.predicate(op, call.native); !done) return forward_error(done);
  if (op.lanes() != 1) return call;
  call.past = context.flow().skip_unless(call.native);
  call.native.exec_size = 2;  // all running channels; the destination is two dwords
  return call;
}

void end_call(Context& context, const RoutineCall& call) {
  if (call.past) context.out().place(*call.past);
  context.known().forget();
}

Result<void> lower_routine(Context& context, const Op& op, const Row& row) {
  const auto* label = op.get<visa::LabelReference>(Field::label);
  if (label == nullptr) return fail("its label is missing");
  end_routine(context, false);
  context.flow().enter(label->label);
  return lower_label(context, op, row);
}

Result<void> lower_call(Context& context, const Op& op, const Row& /*row*/) {
  const auto* label = op.get<visa::LabelReference>(Field::label);
  if (label == nullptr) return fail("its label is missing");
  if (op.form.is_composable) return fail("calls of composable contexts are not executed");
  const auto call = begin_call(context, op, context.flow().routine(label->label).return_byte);
  if (!call) return forward_error(call);
  context.out().branch(isa::Opcode::call, context.flow().label(label->label)) = call->native;
  end_call(context, *call);
  return {};
}

Result<void> lower_return(Context& context, const Op& op, const Row& /*row*/) {
  if (!context.flow().current()) return fail("it is outside a routine");
  isa::Instruction native = context.for_channels(op, isa::Opcode::halt);
  if (auto done = context.predicate(op, native); !done) return done;
  const LabelId exit = context.flow().routine(*context.flow().current()).exit;
  std::optional<LabelId> past;
  if (op.lanes() == 1) {
    if (context.flow().is_jump(op)) {
      context.flow().jump(native, false, exit);
      return {};
    }
    past = context.flow().skip_unless(native);
    native.exec_size = isa::kMaxChannels;
    native.channel_offset = 0;
    native.no_mask = false;
  }
  context.out().branch(native.opcode, exit) = native;
  if (past) context.out().place(*past);
  return {};
}

}  // namespace eugene::lower
