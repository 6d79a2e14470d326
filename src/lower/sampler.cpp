// Messages to the sampler, whose parameters follow one another in the order of the native message. vISA manual
// 3D_SAMPLE, 3D_LOAD, 3D_SAMPLE4, INFO; SKL PRM vol7, sampler message header.
#include <bit>

#include "lower/handlers.h"
#include "lower/send.h"

namespace eugene::lower {
namespace {

using visa::Field;

constexpr unsigned kAllChannels = 0xF;
// Dword 2 of the header.
constexpr unsigned kGatheredChannel = 16;
constexpr std::uint32_t kTexelOffsets = 0xFFF;

// The parameters in registers that follow one another.
Result<Payload> concatenated(Context& context, const std::vector<visa::Raw>& parameters, unsigned registers) {
  const auto place = context.scratch(static_cast<unsigned>(parameters.size()) * registers);
  if (!place) return std::unexpected(place.error());
  std::uint32_t to = *place;
  for (const visa::Raw& raw : parameters) {
    if (raw.variable != 0) {
      const auto from = payload_of(context, &raw, registers);
      if (!from) return std::unexpected(from.error());
      copy_registers(context, to, from->byte, registers);
    }
    to += registers * isa::kRegisterBytes;
  }
  return Payload{.byte = *place, .registers = static_cast<unsigned>(parameters.size()) * registers};
}

// The header: copied from r0, which says where the sampler states are.
Result<Payload> header(Context& context, const Op& op, const visa::Operand* offsets, std::uint32_t bits) {
  const auto place = context.scratch(1);
  if (!place) return std::unexpected(place.error());
  copy_registers(context, *place, context.header_byte(), 1);
  const isa::Operand dword = scalar(isa::Type::ud, *place + 8);
  context.out().scalar_op(isa::Opcode::mov, dword, immediate(isa::Type::ud, bits));
  if (offsets != nullptr) {
    const auto source = context.source(op, *offsets);
    if (!source) return std::unexpected(source.error());
    const auto masked = context.scratch(1);
    if (!masked) return std::unexpected(masked.error());
    context.out().scalar_op(isa::Opcode::and_, scalar(isa::Type::ud, *masked), *source,
                            immediate(isa::Type::ud, kTexelOffsets));
    context.out().scalar_op(isa::Opcode::or_, dword, dword, scalar(isa::Type::ud, *masked));
  }
  return Payload{.byte = *place, .registers = 1};
}

// The binding table index with the number of the sampler beside it, as the descriptor has them.
Result<Surface> with_sampler(Context& context, const Op& op) {
  auto surface = surface_of(context, op);
  if (!surface || op.find(Field::sampler) == nullptr) return surface;
  const auto sampler = context.layout().sampler(static_cast<std::uint32_t>(op.number(Field::sampler)));
  const auto place = context.scratch(1);
  if (!sampler || sampler->bytes == 0 || !place || !surface->byte)
    return fail("a predefined sampler or surface is not sampled");
  constexpr unsigned kSamplerShift = 8;
  context.out().scalar_op(isa::Opcode::shl, scalar(isa::Type::ud, *place), scalar(isa::Type::ud, sampler->byte),
                          immediate(isa::Type::ud, kSamplerShift));
  context.out().scalar_op(isa::Opcode::add, scalar(isa::Type::ud, *place), scalar(isa::Type::ud, *place),
                          scalar(isa::Type::ud, *surface->byte));
  return Surface{.index = 0, .byte = *place};
}

// Registers for the four channels that the sampler returns.
Result<Payload> all_channels(Context& context, unsigned registers) {
  const auto place = context.scratch(4 * registers);
  if (!place) return std::unexpected(place.error());
  return Payload{.byte = *place, .registers = 4 * registers};
}

// Moves `channels` of a response to the destination, where they follow one another.
Result<void> deliver(Context& context, const Op& op, const Payload& response, const visa::Raw* dst, unsigned channels) {
  const unsigned registers = response.registers / 4;
  const auto to = response_of(context, dst, static_cast<unsigned>(std::popcount(channels)) * registers);
  if (!to) return std::unexpected(to.error());
  unsigned moved = 0;
  for (unsigned channel = 0; channel < 4; ++channel) {
    if ((channels >> channel & 1) == 0) continue;
    isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
    move.dst = packed(isa::Type::ud, to->byte + moved++ * registers * isa::kRegisterBytes);
    move.src[0] = packed(isa::Type::ud, response.byte + channel * registers * isa::kRegisterBytes);
    if (auto done = context.predicate(op, move); !done) return done;
    context.out().add(move);
  }
  return {};
}

Result<void> sample(Context& context, const Op& op, const std::vector<visa::Raw>& parameters, const visa::Raw* dst,
                    unsigned channels, std::uint32_t header_bits) {
  const auto simd = simd_of(op);
  const auto surface = with_sampler(context, op);
  if (!simd || !surface) return std::unexpected(simd ? surface.error() : simd.error());
  if (dst == nullptr || context.layout().type(dst->variable) == visa::Type::hf)
    return fail("samples of half precision are not executed");
  const unsigned registers = registers_for(*simd, 4);
  const visa::Operand* offsets = op.find(Field::texel_offsets);
  const auto data = concatenated(context, parameters, registers);
  if (!data) return std::unexpected(data.error());
  Send message{.sfid = isa::Sfid::sampler,
               .body = isa::Sampler{.type = static_cast<std::uint8_t>(op.form.selection),
                                    .simd = *simd == 8 ? isa::SamplerSimd::simd8 : isa::SamplerSimd::simd16},
               .first = *data,
               .surface = *surface,
               .lanes = op.lanes(),
               .channel_offset = op.channel_offset()};
  if (header_bits != 0 || !is_zero(offsets)) {
    const auto first = header(context, op, is_zero(offsets) ? nullptr : offsets, header_bits);
    if (!first) return std::unexpected(first.error());
    message.header = true;
    message.first = *first;
    message.second = *data;
  }
  const bool is_whole = channels == kAllChannels;
  const auto response = is_whole ? response_of(context, dst, 4 * registers) : all_channels(context, registers);
  if (!response) return std::unexpected(response.error());
  message.response = *response;
  if (auto done = send(context, op, message); !done || is_whole) return done;
  return deliver(context, op, *response, dst, channels);
}

// What follows the destination among the raw operands.
std::vector<visa::Raw> parameters_of(const Op& op) {
  std::vector<visa::Raw> parameters;
  bool is_after = false;
  for (const visa::Operand& operand : op.instruction.operands) {
    const auto* raw = std::get_if<visa::Raw>(&operand);
    if (raw == nullptr) continue;
    if (is_after) parameters.push_back(*raw);
    is_after = true;
  }
  return parameters;
}

}  // namespace

Result<void> lower_sample(Context& context, const Op& op, const Row& /*row*/) {
  if (op.number(Field::sampler_selector) >> 8 != 0) return fail("flags of the sampler are not executed");
  return sample(context, op, parameters_of(op), op.get<visa::Raw>(Field::raw),
                static_cast<unsigned>(op.number(Field::channels)) & kAllChannels, 0);
}

// The channel that is gathered is one of four; all of the response comes.
Result<void> lower_sample4(Context& context, const Op& op, const Row& /*row*/) {
  if (op.number(Field::sampler_selector) >> 8 != 0) return fail("flags of the sampler are not executed");
  const auto channel = static_cast<std::uint32_t>(op.number(Field::single_channel)) & 3U;
  return sample(context, op, parameters_of(op), op.get<visa::Raw>(Field::raw), kAllChannels,
                channel << kGatheredChannel);
}

Result<void> lower_info(Context& context, const Op& op, const Row& /*row*/) {
  constexpr std::int16_t kResinfo = 10;
  if (op.form.selection != kResinfo) return fail("is not executed");
  return sample(context, op, {*op.get<visa::Raw>(Field::raw)}, op.get<visa::Raw>(Field::raw, 1),
                static_cast<unsigned>(op.number(Field::channels)) & kAllChannels, 0);
}

}  // namespace eugene::lower
