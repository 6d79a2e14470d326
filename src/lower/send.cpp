#include "lower/send.h"

#include <fmt/format.h>

#include <bit>

#include "isa/message/binding.h"
#include "visa/predefined.h"

namespace eugene::lower {
namespace {

isa::Operand whole_registers(std::uint32_t byte) { return packed(isa::Type::ud, byte); }

void fill_register(Context& context, std::uint32_t to, const isa::Operand& from) {
  isa::Instruction& move = context.out().scalar_op(isa::Opcode::mov, whole_registers(to), from);
  move.exec_size = isa::kRegisterBytes / 4;
}

}  // namespace

bool is_zero(const visa::Operand* operand) {
  const auto* constant = operand != nullptr ? std::get_if<visa::Immediate>(operand) : nullptr;
  return operand == nullptr || (constant != nullptr && constant->bits == 0);
}

Result<Surface> find_surface(Context& context, const Op& op) {
  const auto variable = static_cast<std::uint32_t>(op.number(visa::Field::surface));
  switch (variable) {
    case visa::kSlmSurface: return Surface{.index = isa::kBtiSlm, .byte = {}};
    case visa::kBindlessSurface: return Surface{.index = isa::kBtiBindless, .byte = {}};
    case visa::kScratchSurface: return Surface{.index = isa::kBtiStateless, .byte = {}};
    default: break;
  }
  const auto place =
      variable >= visa::kFirstSurface ? context.layout().surface(variable) : std::optional<RegisterPlace>();
  if (!place || place->bytes == 0) return fail(fmt::format("accesses to surface T{} are not executed", variable));
  context.uses().state(place->byte, variable);
  return Surface{.index = 0, .byte = place->byte};
}

Result<void> send(Context& context, const Op& op, const Send& to_send) {
  constexpr std::uint32_t kMaxIndices = 256;
  Send message = to_send;
  const auto known = message.surface.byte ? context.known().surface(*message.surface.byte) : std::nullopt;
  if (known && message.surface.index + *known < kMaxIndices)
    message.surface = {.index = static_cast<std::uint8_t>(message.surface.index + *known), .byte = {}};
  isa::Message encoded{.sfid = message.sfid,
                       .header = message.header,
                       .length = static_cast<std::uint8_t>(message.first.registers),
                       .response_length = static_cast<std::uint8_t>(message.response ? message.response->registers : 0),
                       .extended_descriptor = message.second ? message.second->registers << kExtendedLengthShift : 0U,
                       .body = message.body};
  std::visit(
      [&](auto& body) {
        if constexpr (requires { body.bti; }) body.bti = message.surface.index;
      },
      encoded.body);
  const auto descriptor = isa::encode_message(context.gen(), encoded);
  if (!descriptor) return fail("the message that it needs does not exist: " + descriptor.error().message);
  isa::Instruction native;
  if (message.waits)
    native.opcode = message.second ? isa::Opcode::sendsc : isa::Opcode::sendc;
  else
    native.opcode = message.second ? isa::Opcode::sends : isa::Opcode::send;
  native.exec_size = static_cast<std::uint8_t>(message.lanes);
  native.channel_offset = static_cast<std::uint8_t>(message.channel_offset);
  native.no_mask = message.all_channels || op.no_mask();
  native.send = {.sfid = message.sfid,
                 .index_in_a0 = message.surface.byte.has_value(),
                 .descriptor = *descriptor,
                 .extended_descriptor = encoded.extended_descriptor};
  native.src[0] = whole_registers(message.first.byte);
  if (message.second) native.src[1] = whole_registers(message.second->byte);
  if (message.response) native.dst = whole_registers(message.response->byte);
  if (message.surface.byte) {
    context.out().scalar_op(isa::Opcode::add, architecture(isa::Arf::a, 0, 0, isa::Type::ud),
                            scalar(isa::Type::ud, *message.surface.byte),
                            immediate(isa::Type::ud, message.surface.index));
  }
  if (!message.all_channels) {
    if (auto done = context.predicate(op, native); !done) return done;
  }
  context.out().add(native);
  return {};
}

Result<unsigned> find_simd(const Op& op) {
  if (op.lanes() > 16) return fail("a message can have at most 16 channels");
  return op.lanes() > 8 ? 16U : 8U;
}

void copy_registers(Context& context, std::uint32_t to, std::uint32_t from, unsigned registers) {
  for (unsigned n = 0; n < registers; ++n)
    fill_register(context, to + n * isa::kRegisterBytes, packed(isa::Type::ud, from + n * isa::kRegisterBytes));
}

void clear_registers(Context& context, std::uint32_t to, unsigned registers) {
  for (unsigned n = 0; n < registers; ++n)
    fill_register(context, to + n * isa::kRegisterBytes, immediate(isa::Type::ud, 0));
}

namespace {

void use(Context& context, Use::Kind kind, const visa::Raw& raw, unsigned registers,
         const std::optional<Needed>& needed, Delivery delivery = Delivery::message) {
  const Needed used = needed.value_or(Needed{.bytes = context.uses().message_bytes(registers)});
  context.uses().registers(kind, raw, used.bytes, delivery == Delivery::message, used.register_bytes);
}

}  // namespace

Result<Payload> make_payload(Context& context, const visa::Raw* raw, unsigned registers,
                             const std::optional<Needed>& needed) {
  if (raw == nullptr) return fail("an operand is missing");
  const auto byte = context.raw(*raw);
  if (!byte) return forward_error(byte);
  if (!*byte) return fail("%null cannot be sent");
  use(context, Use::Kind::payload, *raw, registers, needed);
  if (**byte % isa::kRegisterBytes == 0) return Payload{.byte = **byte, .registers = registers};
  const auto copy = context.scratch(registers);
  if (!copy) return forward_error(copy);
  copy_registers(context, *copy, **byte, registers);
  return Payload{.byte = *copy, .registers = registers};
}

Result<Payload> make_response(Context& context, const visa::Raw* raw, unsigned registers,
                              const std::optional<Needed>& needed, Delivery delivery) {
  if (raw == nullptr) return fail("an operand is missing");
  const auto byte = context.raw(*raw);
  if (!byte) return forward_error(byte);
  if (!*byte) {  // no destination
    const auto place = context.scratch(registers);
    if (!place) return forward_error(place);
    return Payload{.byte = *place, .registers = registers};
  }
  if (**byte % isa::kRegisterBytes != 0) return fail("a response must begin at the start of a register");
  use(context, Use::Kind::response, *raw, registers, needed, delivery);
  return Payload{.byte = **byte, .registers = registers};
}

Result<Payload> make_addresses(Context& context, const Op& op, const visa::Raw* raw, const visa::Operand* base,
                               isa::Type type, unsigned simd, unsigned scale) {
  const unsigned registers = registers_for(simd, isa::byte_size(type));
  auto given = make_payload(context, raw, registers);
  if (!given || (is_zero(base) && scale == 1)) return given;
  const auto place = context.scratch(registers);
  if (!place) return forward_error(place);
  isa::Instruction sum = context.for_channels(op, isa::Opcode::add);
  sum.no_mask = true;
  sum.dst = packed(type, *place);
  sum.src = {packed(type, given->byte), immediate(type, 0), {}};
  if (!is_zero(base)) {
    const auto offset = context.source(op, *base);
    if (!offset) return forward_error(offset);
    sum.src[1] = *offset;
  }
  context.out().add(sum);
  if (scale != 1) {
    isa::Instruction shift = context.for_channels(op, isa::Opcode::shl);
    shift.no_mask = true;
    shift.dst = packed(type, *place);
    shift.src = {packed(type, *place), immediate(isa::Type::ud, static_cast<unsigned>(std::countr_zero(scale))), {}};
    context.out().add(shift);
  }
  return Payload{.byte = *place, .registers = registers};
}

}  // namespace eugene::lower
