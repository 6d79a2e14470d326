// Messages of the render pipeline: data of a vertex for the URB, and colours of a pixel for its render target. vISA
// manual URB_WRITE, RT_WRITE, RT_READ.
#include <fmt/format.h>

#include "lower/data_rows.h"
#include "lower/handlers.h"

namespace eugene::lower {
namespace {

using visa::Field;

// Appends the registers of a raw operand to a payload.
Result<void> append(Context& context, Payload& payload, const visa::Raw* raw, unsigned registers) {
  const auto from = make_payload(context, raw, registers);
  if (!from) return forward_error(from);
  copy_registers(context, payload.byte + payload.registers * isa::kRegisterBytes, from->byte, registers);
  payload.registers += registers;
  return {};
}

bool is_there(const visa::Raw* raw) { return raw != nullptr && raw->variable != 0; }

}  // namespace

// The payload has handles, offsets and masks of the slots, then data: SKL PRM vol2d "URB_WRITE_SIMD8", where a mask is
// eight bits from bit 16 on.
Result<void> lower_urb_write(Context& context, const Op& op, const Row& /*row*/) {
  constexpr const char* kReference = "vISA manual URB_WRITE";
  constexpr unsigned kMaskBit = 16, kMaxData = 8;
  constexpr std::uint8_t kWriteSimd8 = 7;
  const auto* mask = op.get<visa::Raw>(Field::raw);
  const auto* handles = op.get<visa::Raw>(Field::raw, 1);
  const auto* offsets = op.get<visa::Raw>(Field::raw, 2);
  const auto data = static_cast<unsigned>(op.number(Field::number8));
  if (op.lanes() != 8) return fail("its execution size must be 8", kReference);
  if (data == 0 || data > kMaxData)
    return fail(fmt::format("it must write 1 to 8 parameters, not {}", data), kReference);
  const auto place = context.scratch(3 + data);
  if (!place) return forward_error(place);
  Payload payload{.byte = *place, .registers = 0};
  if (auto done = append(context, payload, handles, 1); !done) return done;
  if (is_there(offsets)) {
    if (auto done = append(context, payload, offsets, 1); !done) return done;
  }
  if (is_there(mask)) {
    if (auto done = append(context, payload, mask, 1); !done) return done;
    const isa::Operand masks = packed(isa::Type::ud, payload.byte + (payload.registers - 1) * isa::kRegisterBytes);
    context.out().scalar_op(isa::Opcode::shl, masks, masks, immediate(isa::Type::ud, kMaskBit)).exec_size = 8;
  }
  if (auto done = append(context, payload, op.get<visa::Raw>(Field::raw, 3), data); !done) return done;
  return send(context, op,
              {.sfid = isa::Sfid::urb,
               .body = isa::Urb{.opcode = kWriteSimd8,
                                .offset = static_cast<std::uint16_t>(op.number(Field::number16)),
                                .channel_mask = is_there(mask),
                                .per_slot_offset = is_there(offsets)},
               .header = true,
               .first = payload,
               .channel_offset = op.channel_offset()});
}

// Writes single-precision colours to the pixels in the header. Messages with other operands are not supported.
Result<void> lower_rt_write(Context& context, const Op& op, const Row& /*row*/) {
  constexpr const char* kReference = "vISA manual RT_WRITE";
  constexpr std::int64_t kLast = 1 << 7;
  constexpr unsigned kHeaderRegisters = 2, kColours = 4;
  constexpr std::uint8_t kSimd16 = 0, kSimd8 = 4;
  const std::int64_t mode = op.number(Field::render_target);
  if ((mode & ~kLast) != 0) return fail("modes other than <LRTW> are not executed", kReference);
  const auto simd = find_simd(op);
  const auto surface = find_surface(context, op);
  if (!simd || !surface) return forward_error(simd, surface);
  const std::span operands = std::span(op.instruction.operands).subspan(op.form.fields.size() - 1);
  const auto raw = [&](unsigned n) { return n < operands.size() ? std::get_if<visa::Raw>(&operands[n]) : nullptr; };
  if (!is_there(raw(0))) return fail("it needs a header: without one the windower chooses the pixels", kReference);
  const unsigned colour = registers_for(*simd, isa::byte_size(isa::Type::f));
  const auto place = context.scratch(kHeaderRegisters + kColours * colour);
  if (!place) return forward_error(place);
  Payload payload{.byte = *place, .registers = 0};
  if (auto done = append(context, payload, raw(0), kHeaderRegisters); !done) return done;
  for (unsigned n = 0; n < kColours; ++n) {
    if (is_there(raw(1 + n)) && context.layout().type(raw(1 + n)->variable) == visa::Type::hf)
      return fail("colours of half precision are not executed", kReference);
    if (auto done = append(context, payload, raw(1 + n), colour); !done) return done;
  }
  return send(context, op,
              {.sfid = isa::Sfid::dp_render,
               .body = isa::RenderTarget{.subtype = *simd == 8 ? kSimd8 : kSimd16, .last = (mode & kLast) != 0},
               .header = true,
               .first = payload,
               .surface = *surface,
               .lanes = *simd,
               .channel_offset = op.channel_offset()});
}

// Reads the pixels of the thread's payload. The header is r0 and r1; for the last 16 of 32 pixels, which a second
// message reads, it is r0 and r2. The response has four channels in single precision.
Result<void> lower_rt_read(Context& context, const Op& op, const Row& /*row*/) {
  constexpr const char* kReference = "vISA manual RT_READ";
  constexpr unsigned kHeaderRegisters = 2, kColours = 4, kPixels = 16;
  if (op.number(Field::target_read) != 0) return fail("reads of samples are not executed", kReference);
  if (op.lanes() != kPixels && op.lanes() != 2 * kPixels) return fail("it must read 16 or 32 pixels", kReference);
  const auto surface = find_surface(context, op);
  if (!surface) return forward_error(surface);
  Payload first{.byte = 0, .registers = kHeaderRegisters};
  if (op.lanes() != kPixels) {
    const auto headers = context.scratch(2 * kHeaderRegisters);
    if (!headers) return forward_error(headers);
    constexpr std::array<unsigned, 2 * kHeaderRegisters> kFrom = {0, 1, 0, 2};
    for (unsigned n = 0; n < kFrom.size(); ++n)
      copy_registers(context, *headers + n * isa::kRegisterBytes, kFrom[n] * isa::kRegisterBytes, 1);
    first.byte = *headers;
  }
  const Send message{.sfid = isa::Sfid::dp_render,
                     .body = isa::RenderTarget{.access = isa::Access::read},
                     .header = true,
                     .first = first,
                     .surface = *surface,
                     .lanes = kPixels,
                     .channel_offset = op.channel_offset()};
  const DataRows rows{.count = kColours, .bytes = sizeof(float), .stride = op.lanes() * unsigned{sizeof(float)}};
  return send_rows(context, op, message, std::get_if<visa::Raw>(&op.instruction.operands.back()), rows,
                   isa::Access::read);
}

}  // namespace eugene::lower
