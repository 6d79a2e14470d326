// Messages that the program writes itself, and fences. vISA manual RAW_SEND, RAW_SENDS, FENCE, WAIT.
#include "lower/handlers.h"
#include "lower/send.h"

namespace eugene::lower {
namespace {

using visa::Field;

constexpr std::uint32_t kSfid = 0xF, kEnd = 1U << 5;  // fields of an extended descriptor
constexpr std::uint32_t kLengths = 0xF << kExtendedLengthShift;
// Bits of the forms' selection.
constexpr int kConditional = 1;  // sendc, sendsc
constexpr int kEndOfThread = 2;

// Returns the registers of a raw operand as an operand of a send.
Result<isa::Operand> message_operand(Context& context, const visa::Raw* raw, unsigned registers, bool is_read) {
  if (raw == nullptr || raw->variable == 0 || registers == 0) return null_operand();
  const Needed needed{.bytes = registers * isa::kRegisterBytes};  // independent of channels
  const auto payload =
      is_read ? make_payload(context, raw, registers, needed) : make_response(context, raw, registers, needed);
  if (!payload) return forward_error(payload);
  return packed(isa::Type::ud, payload->byte);
}

// Sets the descriptor of a send: a constant, or in a0.0.
Result<void> set_descriptor(Context& context, const Op& op, const visa::Operand& operand, isa::SendFields& fields) {
  if (const auto* constant = std::get_if<visa::Immediate>(&operand)) {
    fields.descriptor = static_cast<std::uint32_t>(constant->bits);
    return {};
  }
  const auto source = context.source(op, operand);
  if (!source) return forward_error(source);
  context.out().scalar_op(isa::Opcode::mov, architecture(isa::Arf::a, 0, 0, isa::Type::ud), *source);
  fields.descriptor_in_a0 = true;
  return {};
}

Result<void> send_fence(Context& context, const Op& op, bool waits) {
  const auto response = context.scratch(1);
  if (!response) return forward_error(response);
  return send(context, op,
              {.sfid = isa::Sfid::dp_data0,
               .body = isa::MemoryFence{.commit = true},
               .header = true,
               .first = {.byte = context.header_byte(), .registers = 1},
               .response = Payload{.byte = *response, .registers = 1},
               .lanes = 8,
               .all_channels = true,
               .waits = waits});
}

}  // namespace

Result<void> lower_raw_send(Context& context, const Op& op, const Row& /*row*/) {
  isa::Instruction native =
      context.for_channels(op, (op.form.selection & kConditional) != 0 ? isa::Opcode::sendc : isa::Opcode::send);
  const auto extended = static_cast<std::uint32_t>(op.number(Field::hex32));
  native.send.sfid = static_cast<isa::Sfid>(extended & kSfid);
  native.send.eot = (extended & kEnd) != 0;
  const auto from =
      message_operand(context, op.get<visa::Raw>(Field::raw), static_cast<unsigned>(op.number(Field::number8)), true);
  const auto to = message_operand(context, op.get<visa::Raw>(Field::raw, 1),
                                  static_cast<unsigned>(op.number(Field::number8, 1)), false);
  if (!from || !to) return forward_error(from, to);
  native.src[0] = *from;
  native.dst = *to;
  if (auto done = set_descriptor(context, op, *op.find(Field::source), native.send); !done) return done;
  if (auto done = context.predicate(op, native); !done) return done;
  context.out().add(native);
  return {};
}

Result<void> lower_raw_sends(Context& context, const Op& op, const Row& /*row*/) {
  isa::Instruction native =
      context.for_channels(op, (op.form.selection & kConditional) != 0 ? isa::Opcode::sendsc : isa::Opcode::sends);
  const auto* extended = op.get<visa::Immediate>(Field::source);
  if (extended == nullptr) return fail("an extended descriptor in a register is not executed");
  // The counts have the order of the operands: first source, second source, destination.
  std::array<unsigned, 3> counts{};
  for (unsigned n = 0; n < 3; ++n) counts[n] = static_cast<unsigned>(op.number(Field::suffix_number, n));
  // raw_sendsc has no number of the shared function in text, nor in binaries before 3.6. The number is then in the
  // extended descriptor, as in native code.
  const auto named = static_cast<std::uint32_t>(op.number(Field::ffid));
  native.send.sfid = static_cast<isa::Sfid>(named != 0 ? named : extended->bits & kSfid);
  native.send.eot = (op.form.selection & kEndOfThread) != 0;
  native.send.extended_descriptor =
      (static_cast<std::uint32_t>(extended->bits) & ~(kLengths | 0x3FU)) | counts[1] << kExtendedLengthShift;
  const auto first = message_operand(context, op.get<visa::Raw>(Field::raw), counts[0], true);
  const auto second = message_operand(context, op.get<visa::Raw>(Field::raw, 1), counts[1], true);
  const auto to = message_operand(context, op.get<visa::Raw>(Field::raw, 2), counts[2], false);
  if (!first || !second || !to) return forward_error(first, second, to);
  native.src = {*first, *second, {}};
  native.dst = *to;
  if (auto done = set_descriptor(context, op, *op.find(Field::source, 1), native.send); !done) return done;
  if (auto done = context.predicate(op, native); !done) return done;
  context.out().add(native);
  return {};
}

// A fence for the compiler only does nothing. Other fences wait until the thread's memory accesses are complete.
Result<void> lower_fence(Context& context, const Op& op, const Row& /*row*/) {
  constexpr std::int64_t kCompilerOnly = 0x80;
  if ((op.number(Field::fence_selector) & kCompilerOnly) != 0) return {};
  return send_fence(context, op, false);
}

// Each bit set in the mask clears the dependency on a thread. A conditional send then waits until the remaining threads
// have ended. The message itself is a fence, as in the code of Intel's assembler.
Result<void> lower_wait(Context& context, const Op& op, const Row& /*row*/) {
  constexpr std::uint8_t kScratchFlag = 1;  // unused between instructions
  constexpr unsigned kDependencies = 8;     // words of tdr0
  constexpr std::uint64_t kAllButValid = 0x7FFF;
  const visa::Operand* mask = op.find(Field::wait_mask);
  if (!is_zero(mask)) {
    const auto source = context.source(op, *mask);
    if (!source) return forward_error(source);
    isa::Operand flag = architecture(isa::Arf::f, kScratchFlag, 0, isa::Type::uw);
    context.out().scalar_op(isa::Opcode::mov, flag, *source);
    isa::Operand dependencies = architecture(isa::Arf::tdr, 0, 0, isa::Type::uw);
    dependencies.region = {kDependencies, kDependencies, 1};
    isa::Instruction& clear =
        context.out().scalar_op(isa::Opcode::and_, dependencies, dependencies, immediate(isa::Type::uw, kAllButValid));
    clear.exec_size = kDependencies;
    clear.pred_control = isa::PredControl::normal;
    clear.flag_nr = kScratchFlag;
  }
  return send_fence(context, op, true);
}

}  // namespace eugene::lower
