// Barriers: plain, split into signal and wait, and named. vISA manual BARRIER, SBARRIER, NBARRIER.
#include "lower/handlers.h"
#include "lower/send.h"

namespace eugene::lower {
namespace {

using visa::Field;

// r0.2 names the barrier of the thread's group: BXT PRM vol6 "Message Gateway", barrier message. No generation has
// anything else in the highest byte.
Result<void> signal_group(Context& context, const Op& op) {
  constexpr std::uint32_t kBarrierBits = 0xFF00'0000;
  const auto payload = context.scratch(1);
  if (!payload) return forward_error(payload);
  isa::Instruction& bits =
      context.out().scalar_op(isa::Opcode::and_, packed(isa::Type::ud, *payload),
                              scalar(isa::Type::ud, context.header_byte() + 8), immediate(isa::Type::ud, kBarrierBits));
  bits.exec_size = isa::kRegisterBytes / 4;
  const Send message{.sfid = isa::Sfid::gateway,
                     .body = isa::Gateway{.function = isa::GatewayFunction::barrier},
                     .first = {.byte = *payload, .registers = 1},
                     .lanes = 1,
                     .all_channels = true};
  return send(context, op, message);
}

void wait_for_group(Context& context) {
  isa::Instruction& wait =
      context.out().scalar_op(isa::Opcode::wait, null_operand(), architecture(isa::Arf::n, 0, 0, isa::Type::ud));
  wait.dst = wait.src[0];
}

// Returns scalar source `n`, which must be below 256, as a dword in a register.
Result<isa::Operand> byte_source(Context& context, const Op& op, unsigned n) {
  const auto source = context.source(op, *op.find(Field::source, n));
  const auto place = context.scratch(1);
  if (!source || !place) return forward_error(source, place);
  const isa::Operand dword = scalar(isa::Type::ud, *place);
  context.out().scalar_op(isa::Opcode::and_, dword, *source, immediate(isa::Type::ud, 0xFF));
  return dword;
}

}  // namespace

Result<void> lower_barrier(Context& context, const Op& op, const Row& /*row*/) {
  if (auto done = signal_group(context, op); !done) return done;
  wait_for_group(context);
  return {};
}

Result<void> lower_split_barrier(Context& context, const Op& op, const Row& /*row*/) {
  constexpr int kSignal = 1;
  if (op.form.selection == kSignal) return signal_group(context, op);
  wait_for_group(context);
  return {};
}

// Makes the dword of a signal: number, type, producers, consumers (eu::BarrierSignal; hardware's message has the same).
// In the short form, the number of threads is used for both producers and consumers.
Result<void> lower_named_barrier(Context& context, const Op& op, const Row& /*row*/) {
  constexpr int kWait = 0, kGeneral = 2;
  constexpr unsigned kTypeBit = 14, kProducersBit = 16, kConsumersBit = 24;
  struct Part {
    unsigned source, bit;
  };
  constexpr Part kShortParts[] = {{1, kProducersBit}, {1, kConsumersBit}};
  constexpr Part kParts[] = {{1, kTypeBit}, {2, kProducersBit}, {3, kConsumersBit}};
  const auto word = byte_source(context, op, 0);
  if (!word) return forward_error(word);
  Emitter& out = context.out();
  if (op.form.selection == kWait) {
    out.scalar_op(isa::Opcode::nbarrier_wait, {}, *word);
    return {};
  }
  for (const Part& each : op.form.selection == kGeneral ? std::span<const Part>(kParts) : kShortParts) {
    const auto part = byte_source(context, op, each.source);
    if (!part) return forward_error(part);
    out.scalar_op(isa::Opcode::shl, *part, *part, immediate(isa::Type::ud, each.bit));
    out.scalar_op(isa::Opcode::or_, *word, *word, *part);
  }
  out.scalar_op(isa::Opcode::nbarrier_signal, {}, *word);
  return {};
}

}  // namespace eugene::lower
