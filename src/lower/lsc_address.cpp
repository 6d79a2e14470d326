// Addresses of lsc_*: with scale and offset, as coordinates, and the payload that describes a block.
#include <bit>

#include <fmt/format.h>

#include "lower/lsc.h"
#include "lower/steps.h"
#include "visa/lsc.h"
#include "visa/spelling.h"

namespace eugene::lower {
namespace {

using isa::Type;
using visa::Field;

// Emits one instruction on the addresses of `lanes` lanes, enabled or not.
void on_addresses(Context& context, const Op& op, unsigned lanes, isa::Instruction native, const isa::Operand& to) {
  native.exec_size = static_cast<std::uint8_t>(lanes);
  native.channel_offset = static_cast<std::uint8_t>(lanes == op.lanes() ? op.channel_offset() : 0);
  native.no_mask = true;
  native.dst = to;
  context.out().add(native);
}

// Sets `to` to `scale` times `from`. Quadwords cannot be multiplied, so shifted values are added for each bit of the
// scale.
Result<void> multiply(Context& context, const Op& op, unsigned lanes, const isa::Operand& to, const isa::Operand& from,
                      std::uint32_t scale) {
  const auto shifted = [&](unsigned bit) { return instruction(isa::Opcode::shl, from, immediate(Type::ud, bit)); };
  const auto first = static_cast<unsigned>(std::countr_zero(scale));
  if (to.type == Type::ud) {
    on_addresses(context, op, lanes, instruction(isa::Opcode::mul, from, immediate(Type::ud, scale)), to);
    return {};
  }
  const auto part = context.scratch(registers_for(lanes, isa::byte_size(to.type)));
  if (!part) return forward_error(part);
  on_addresses(context, op, lanes, shifted(first), to);
  for (std::uint32_t left = scale & (scale - 1); left != 0; left &= left - 1) {
    on_addresses(context, op, lanes, shifted(static_cast<unsigned>(std::countr_zero(left))), packed(to.type, *part));
    on_addresses(context, op, lanes, instruction(isa::Opcode::add, to, packed(to.type, *part)), to);
  }
  return {};
}

// Sets a scalar in the address payload of a block.
Result<void> set_part(Context& context, const Op& op, const isa::Operand& to, const visa::Operand& from) {
  const auto source = context.source(op, from);
  if (!source) return forward_error(source);
  context.out().scalar_op(isa::Opcode::mov, to, *source);
  return {};
}

}  // namespace

Result<Payload> lsc_addresses(Context& context, const Op& op, isa::Lsc& body, unsigned lanes) {
  const auto* raw = op.get<visa::Raw>(Field::lsc_address);
  auto given =
      make_payload(context, raw, registers_for(lanes, body.address_bytes), needed(context, lanes * body.address_bytes));
  if (!given) return given;
  const auto scale = static_cast<std::uint32_t>(op.number(Field::lsc_scale));
  if (scale == 0) return fail("the scale of an address is 0", "vISA manual LSC_UNTYPED");
  const std::int64_t offset = op.number(Field::lsc_offset);
  const bool is_argument = op.number(Field::lsc_model) == visa::kLscArgument;
  if (scale == 1 && offset == 0 && !is_argument) return given;
  const Type type = body.address_bytes == 8 ? Type::uq : body.address_bytes == 4 ? Type::ud : Type::uw;
  const Type wide = type == Type::uw ? Type::ud : type;
  const auto place = context.scratch(registers_for(lanes, isa::byte_size(wide)));
  if (!place) return forward_error(place);
  isa::Operand from = lanes == 1 ? scalar(type, given->byte) : packed(type, given->byte);
  const isa::Operand to = lanes == 1 ? scalar(wide, *place) : packed(wide, *place);
  if (type != wide) {
    on_addresses(context, op, lanes, instruction(isa::Opcode::mov, from), to);
    from = to;
    body.address_bytes = 4;
  }
  if (scale != 1) {
    const auto sum = context.scratch(registers_for(lanes, isa::byte_size(wide)));
    if (!sum) return forward_error(sum);
    if (auto done = multiply(context, op, lanes, packed(wide, *sum), from, scale); !done) return forward_error(done);
    from = lanes == 1 ? scalar(wide, *sum) : packed(wide, *sum);
  }
  on_addresses(context, op, lanes,
               instruction(isa::Opcode::add, from,
                           immediate(Type::d, static_cast<std::uint32_t>(static_cast<std::int32_t>(offset)))),
               to);
  if (is_argument) {  // relative to the base in r0.0, in multiples of 64 bytes
    const auto base = context.scratch(1);
    if (!base) return forward_error(base);
    context.out().scalar_op(isa::Opcode::and_, scalar(Type::ud, *base), scalar(Type::ud, context.header_byte()),
                            immediate(Type::ud, 0xFFFF'FFC0U));
    on_addresses(context, op, lanes, instruction(isa::Opcode::add, to, scalar(Type::ud, *base)), to);
  }
  return Payload{.byte = *place, .registers = registers_for(lanes, isa::byte_size(wide))};
}

Result<Payload> lsc_strided_address(Context& context, const Op& op, isa::Lsc& body) {
  const auto first = lsc_addresses(context, op, body, 1);
  const auto place = context.scratch(1);
  if (!first || !place) return forward_error(first, place);
  const Type type = body.address_bytes == 8 ? Type::uq : body.address_bytes == 4 ? Type::ud : Type::uw;
  context.out().scalar_op(isa::Opcode::mov, scalar(Type::uq, *place), scalar(type, first->byte));
  const visa::Operand* operand = op.find(Field::lsc_pitch);
  isa::Operand pitch = immediate(Type::ud, unsigned{body.element().bytes} * body.elements);
  if (operand != nullptr && !visa::is_null(*operand)) {
    const auto source = context.source(op, *operand);
    if (!source) return forward_error(source);
    pitch = *source;
  }
  context.out().scalar_op(isa::Opcode::mov, scalar(Type::ud, *place + 8), pitch);
  return Payload{.byte = *place, .registers = 1};
}

Result<Payload> lsc_coordinates(Context& context, const Op& op, const isa::Lsc& body) {
  const unsigned bytes = op.lanes() * body.address_bytes;
  const unsigned registers = whole_registers(context, bytes) / isa::kRegisterBytes;
  unsigned count = 0;
  while (op.get<visa::Raw>(Field::lsc_address, count) != nullptr &&
         op.get<visa::Raw>(Field::lsc_address, count)->variable != 0) {
    ++count;
  }
  if (count == 0) return fail("it has no coordinates", "vISA manual LSC_TYPED");
  const auto place = context.scratch(count * registers);
  if (!place) return forward_error(place);
  for (unsigned n = 0; n < count; ++n) {
    const auto from = make_payload(context, op.get<visa::Raw>(Field::lsc_address, n), registers_for(bytes, 1),
                                   needed(context, bytes));
    if (!from) return from;
    copy_registers(context, *place + n * registers * isa::kRegisterBytes, from->byte, from->registers);
  }
  return Payload{.byte = *place, .registers = count * registers};
}

Result<Payload> lsc_block_address(Context& context, const Op& op) {
  constexpr unsigned kParts = 6;  // base, width, height, pitch, X, Y
  const unsigned first = op.find(Field::lsc_base, 2) == nullptr ? 4 : 0;
  const auto place = context.scratch(1);
  if (!place) return forward_error(place);
  for (unsigned n = first; n < kParts; ++n) {
    const isa::Operand to = n == 0 ? scalar(Type::uq, *place) : scalar(Type::ud, *place + 4 * (n + 1));
    if (auto done = set_part(context, op, to, *op.find(Field::lsc_base, n - first)); !done) return forward_error(done);
  }
  const std::int64_t blocks = op.find(Field::lsc_blocks) != nullptr ? op.number(Field::lsc_blocks) : 1;
  const std::int64_t width = op.number(Field::lsc_width), height = op.number(Field::lsc_height);
  if (blocks < 1 || blocks > 16 || width < 1 || width > 64 || height < 1 || height > 64)
    return fail(
        fmt::format("{} blocks of {} x {} elements are too large: at most 16 blocks of 64 x 64", blocks, width, height),
        "vISA manual LSC_UNTYPED");
  context.out().scalar_op(
      isa::Opcode::mov, scalar(Type::ud, *place + 28),
      immediate(Type::ud, static_cast<std::uint64_t>((width - 1) | (height - 1) << 8 | (blocks - 1) << 16)));
  return Payload{.byte = *place, .registers = 1};
}

}  // namespace eugene::lower
