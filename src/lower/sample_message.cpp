#include "lower/sample_message.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "lower/send.h"

namespace eugene::lower {
namespace {

using visa::Field;

constexpr unsigned kMaxMessageRegisters = 11;   // of a message
constexpr std::uint32_t kTexelOffsets = 0xFFF;  // bits in dword 2 of the header

// The number of lanes of a message, and the sizes of its data.
struct Shape {
  unsigned lanes = 8;
  bool half_input = false;
  bool half_output = false;

  unsigned of_parameter() const { return lanes == 16 && !half_input ? 2 : 1; }  // in registers
  unsigned of_channel() const { return lanes == 16 && !half_output ? 2 : 1; }
  isa::SamplerSimd simd() const {
    using enum isa::SamplerSimd;
    if (half_input) return lanes == 8 ? simd8_half : simd16_half;
    return lanes == 8 ? simd8 : simd16;
  }
};

Result<Shape> choose_shape(const Context& context, const Op& op, const Sample& wanted) {
  const auto simd = find_simd(op);
  if (!simd) return forward_error(simd);
  const auto is_half = [&](const visa::Raw& raw) {
    const auto type = raw.variable != 0 ? context.layout().type(raw.variable) : std::nullopt;
    return type && visa::table_row(*type).bytes == 2;
  };
  return Shape{.lanes = *simd,
               .half_input = std::ranges::any_of(wanted.parameters, is_half),
               .half_output = wanted.dst != nullptr && is_half(*wanted.dst)};
}

// Returns the parameters in consecutive registers. Missing ones are zero.
Result<Payload> concatenated(Context& context, const std::vector<visa::Raw>& parameters, unsigned registers) {
  const Payload all{.byte = 0, .registers = static_cast<unsigned>(parameters.size()) * registers};
  const auto place = context.scratch(all.registers);
  if (!place) return forward_error(place);
  std::uint32_t to = *place;
  for (const visa::Raw& raw : parameters) {
    if (raw.variable != 0) {
      const auto from = make_payload(context, &raw, registers);
      if (!from) return forward_error(from);
      copy_registers(context, to, from->byte, registers);
    } else {
      clear_registers(context, to, registers);
    }
    to += registers * isa::kRegisterBytes;
  }
  return Payload{.byte = *place, .registers = all.registers};
}

// Makes the header: a copy of r0, which has the pointer to the sampler states.
Result<Payload> header(Context& context, const Op& op, const visa::Operand* offsets, std::uint32_t bits) {
  const auto place = context.scratch(1);
  if (!place) return forward_error(place);
  copy_registers(context, *place, context.header_byte(), 1);
  const isa::Operand dword = scalar(isa::Type::ud, *place + 8);
  context.out().scalar_op(isa::Opcode::mov, dword, immediate(isa::Type::ud, bits));
  if (offsets != nullptr) {
    const auto source = context.source(op, *offsets);
    if (!source) return forward_error(source);
    const auto masked = context.scratch(1);
    if (!masked) return forward_error(masked);
    context.out().scalar_op(isa::Opcode::and_, scalar(isa::Type::ud, *masked), *source,
                            immediate(isa::Type::ud, kTexelOffsets));
    context.out().scalar_op(isa::Opcode::or_, dword, dword, scalar(isa::Type::ud, *masked));
  }
  return Payload{.byte = *place, .registers = 1};
}

// Returns the binding table index and the sampler's index, combined as in the descriptor.
Result<Surface> with_sampler(Context& context, const Op& op) {
  auto surface = find_surface(context, op);
  if (!surface || op.find(Field::sampler) == nullptr) return surface;
  const auto sampler = context.layout().sampler(static_cast<std::uint32_t>(op.number(Field::sampler)));
  const auto place = context.scratch(1);
  if (!sampler || sampler->bytes == 0 || !place || !surface->byte)
    return fail("a predefined sampler or surface cannot be sampled");
  constexpr unsigned kSamplerShift = 8;
  context.out().scalar_op(isa::Opcode::shl, scalar(isa::Type::ud, *place), scalar(isa::Type::ud, sampler->byte),
                          immediate(isa::Type::ud, kSamplerShift));
  context.out().scalar_op(isa::Opcode::add, scalar(isa::Type::ud, *place), scalar(isa::Type::ud, *place),
                          scalar(isa::Type::ud, *surface->byte));
  return Surface{.index = 0, .byte = *place};
}

Result<Payload> scratch_payload(Context& context, unsigned registers) {
  const auto place = context.scratch(registers);
  if (!place) return forward_error(place);
  return Payload{.byte = *place, .registers = registers};
}

// Moves the requested channels of a response to consecutive registers of the destination. `half`: the half of the
// instruction's channels that the response is for; nothing: all channels.
Result<void> deliver(Context& context, const Op& op, const Sample& wanted, const Shape& shape, const Payload& response,
                     std::uint32_t to, std::optional<unsigned> half = {}) {
  const isa::Type type = shape.half_output ? isa::Type::uw : isa::Type::ud;
  const unsigned lanes = half ? shape.lanes / 2 : op.lanes();
  const unsigned skipped = half.value_or(0) * lanes;
  const unsigned from_stride = (half ? 1 : shape.of_channel()) * isa::kRegisterBytes;
  unsigned moved = 0;
  for (unsigned channel = 0; channel < 4; ++channel) {
    if ((wanted.channels >> channel & 1) == 0) continue;
    isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
    move.exec_size = static_cast<std::uint8_t>(lanes);
    move.channel_offset = static_cast<std::uint8_t>(move.channel_offset + skipped);
    move.dst = packed(type, to + moved++ * shape.of_channel() * isa::kRegisterBytes + skipped * isa::byte_size(type));
    move.src[0] = packed(type, response.byte + channel * from_stride);
    if (auto done = context.predicate(op, move); !done) return done;
    context.out().add(move);
  }
  if (wanted.has_mask())
    context.out().scalar_op(isa::Opcode::mov,
                            scalar(isa::Type::ud, to + moved * shape.of_channel() * isa::kRegisterBytes),
                            scalar(isa::Type::ud, response.byte + 4 * from_stride));
  return {};
}

// A message and its parameters, perhaps with a header.
struct Halves {
  Send message;
  Payload data;
  std::uint32_t destination = 0;
};

// Sends a message for sixteen channels in two halves, because its parameters are too long.
Result<void> in_halves(Context& context, const Op& op, const Sample& wanted, const Shape& shape, Halves halves) {
  if (wanted.has_mask()) return fail("the null mask of sixteen channels of this instruction is not executed");
  const Shape narrow{.lanes = shape.lanes / 2, .half_output = shape.half_output};
  const auto count = static_cast<unsigned>(wanted.parameters.size());
  const auto part = scratch_payload(context, count);
  const auto response = scratch_payload(context, 4);
  if (!part || !response) return forward_error(part, response);
  (halves.message.header ? halves.message.second.emplace() : halves.message.first) = *part;
  halves.message.response = *response;
  halves.message.lanes = narrow.lanes;
  std::get<isa::Sampler>(halves.message.body).simd = narrow.simd();
  for (unsigned half = 0; half < 2; ++half) {
    for (unsigned n = 0; n < count; ++n)
      copy_registers(context, part->byte + n * isa::kRegisterBytes,
                     halves.data.byte + (2 * n + half) * isa::kRegisterBytes, 1);
    if (auto done = send(context, op, halves.message); !done) return done;
    if (auto done = deliver(context, op, wanted, shape, *response, halves.destination, half); !done) return done;
    halves.message.channel_offset += narrow.lanes;
  }
  return {};
}

}  // namespace

Result<void> send_sample(Context& context, const Op& op, const Sample& wanted) {
  const auto shape = choose_shape(context, op, wanted);
  const auto surface = with_sampler(context, op);
  if (!shape || !surface) return forward_error(shape, surface);
  const auto data = concatenated(context, wanted.parameters, shape->of_parameter());
  if (!data) return forward_error(data);
  Send message{.sfid = isa::Sfid::sampler,
               .body = isa::Sampler{.type = wanted.type, .simd = shape->simd(), .half_return = shape->half_output},
               .first = *data,
               .surface = *surface,
               .lanes = op.lanes(),
               .channel_offset = op.channel_offset()};
  const visa::Operand* offsets = is_zero(op.find(Field::texel_offsets)) ? nullptr : op.find(Field::texel_offsets);
  if (wanted.header != 0 || offsets != nullptr || data->registers == 0) {
    const auto first = header(context, op, offsets, wanted.header);
    if (!first) return forward_error(first);
    message.header = true;
    message.first = *first;
    if (data->registers != 0) message.second = *data;
  }
  const unsigned mask = wanted.has_mask() ? 1 : 0;
  const auto channels = static_cast<unsigned>(std::popcount(wanted.channels));
  const bool is_long = data->registers + (message.header ? 1 : 0) > kMaxMessageRegisters;
  const bool is_direct = wanted.channels == kAllChannels && !is_long;
  const auto to = make_response(context, wanted.dst, channels * shape->of_channel() + mask, {},
                                is_direct ? Delivery::message : Delivery::moves);
  if (!to) return forward_error(to);
  if (is_long)
    return in_halves(context, op, wanted, *shape, {.message = message, .data = *data, .destination = to->byte});
  if (is_direct) {
    message.response = *to;
    return send(context, op, message);
  }
  const auto response = scratch_payload(context, 4 * shape->of_channel() + mask);
  if (!response) return forward_error(response);
  message.response = *response;
  if (auto done = send(context, op, message); !done) return done;
  return deliver(context, op, wanted, *shape, *response, to->byte);
}

}  // namespace eugene::lower
