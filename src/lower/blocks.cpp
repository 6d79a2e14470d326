// Blocks: a contiguous range of memory, or a rectangle of a surface, independent of channels. vISA manual OWORD_LD,
// SVM_BLOCK_LD, MEDIA_LD and their stores.
#include <fmt/format.h>

#include <bit>

#include "lower/handlers.h"
#include "lower/send.h"

namespace eugene::lower {
namespace {

using isa::Access;
using isa::kOwordBytes;
using visa::Field;

constexpr unsigned kChannels = 16;  // of the message; all are enabled

// Makes a header of zeros. The caller sets the other dwords.
Result<std::uint32_t> header(Context& context) {
  const auto byte = context.scratch(1);
  if (!byte) return byte;
  isa::Instruction& clear =
      context.out().scalar_op(isa::Opcode::mov, packed(isa::Type::ud, *byte), immediate(isa::Type::ud, 0));
  clear.exec_size = isa::kRegisterBytes / 4;
  return byte;
}

// Sends a block. Its data are `bytes` bytes of `raw`, whose variable must have at least `needed` bytes.
Result<void> transfer(Context& context, const Op& op, Send message, const visa::Raw* raw, unsigned bytes,
                      unsigned needed, Access access) {
  const unsigned registers = registers_for(bytes, 1);
  message.all_channels = true;
  message.lanes = kChannels;
  if (access == Access::write) {
    const auto data = make_payload(context, raw, registers, Needed{.bytes = needed});
    if (!data) return forward_error(data);
    message.second = *data;
    return send(context, op, message);
  }
  // A response may be longer than the block. Bytes beyond the block must keep their old contents.
  const auto place = raw != nullptr ? context.raw(*raw) : Result<std::optional<std::uint32_t>>(std::nullopt);
  if (!place) return forward_error(place);
  if (*place) context.uses().registers(Use::Kind::response, *raw, needed, false);
  const bool fits = *place && **place % isa::kRegisterBytes == 0 && bytes % isa::kRegisterBytes == 0;
  const auto to = fits ? Result<std::uint32_t>(**place) : context.scratch(registers);
  if (!to) return forward_error(to);
  message.response = Payload{.byte = *to, .registers = registers};
  if (auto done = send(context, op, message); !done || fits || !*place) return done;
  for (unsigned at = 0; at < bytes; at += 4)
    context.out().scalar_op(isa::Opcode::mov, scalar(isa::Type::ud, **place + at), scalar(isa::Type::ud, *to + at));
  return {};
}

}  // namespace

// Offsets of aligned blocks count owords. Offsets of unaligned blocks count bytes.
Result<void> lower_oword(Context& context, const Op& op, const Row& row) {
  const unsigned owords = 1U << (op.number(Field::owords) & 7);
  const auto surface = find_surface(context, op);
  const auto first = header(context);
  const auto offset = context.source(op, *op.find(Field::source));
  if (!surface || !first || !offset) return forward_error(surface, first, offset);
  context.out().scalar_op(isa::Opcode::mov, scalar(isa::Type::ud, *first + 8), *offset);
  const Send message{.sfid = isa::Sfid::dp_data0,
                     .body = isa::OwordBlock{.access = row.access,
                                             .unaligned = row.unaligned,
                                             .owords = static_cast<std::uint8_t>(owords)},
                     .header = true,
                     .first = {.byte = *first, .registers = 1},
                     .surface = *surface};
  return transfer(context, op, message, op.get<visa::Raw>(Field::raw), owords * kOwordBytes, owords * kOwordBytes,
                  row.access);
}

Result<void> lower_svm_block(Context& context, const Op& op, const Row& row) {
  constexpr std::int64_t kUnaligned = 8;  // bit of the number of owords
  const std::int64_t field = op.number(Field::svm_owords);
  const unsigned owords = 1U << (field & 7);
  const auto first = header(context);
  const auto address = context.source(op, *op.find(Field::source));
  if (!first || !address) return forward_error(first, address);
  context.out().scalar_op(isa::Opcode::mov, scalar(isa::Type::uq, *first), *address);
  const Send message{.sfid = isa::Sfid::dp_data1,
                     .body = isa::OwordBlock{.access = row.access,
                                             .a64 = true,
                                             .unaligned = row.access == Access::read && (field & kUnaligned) != 0,
                                             .owords = static_cast<std::uint8_t>(owords)},
                     .header = true,
                     .first = {.byte = *first, .registers = 1},
                     .surface = {.index = isa::kBtiStateless, .byte = {}}};
  return transfer(context, op, message, op.get<visa::Raw>(Field::raw), owords * kOwordBytes, owords * kOwordBytes,
                  row.access);
}

// The pitch of a rectangle's rows is a power of two of bytes, at least four.
Result<void> lower_media(Context& context, const Op& op, const Row& row) {
  const auto size = static_cast<unsigned>(op.number(Field::block_size));
  const unsigned width = size & 0xFF, height = size >> 8 & 0xFF;
  if (width == 0 || height == 0) return fail("the block is empty");
  const auto lines =
      static_cast<unsigned>(op.number(row.access == Access::read ? Field::load_lines : Field::store_lines));
  auto surface = find_surface(context, op);
  const auto first = header(context);
  if (!surface || !first) return forward_error(surface, first);
  surface->index =
      static_cast<std::uint8_t>(surface->index + op.number(Field::number8));  // planes have consecutive indices
  for (const unsigned n : {0U, 1U}) {
    const auto corner = context.source(op, *op.find(Field::source, n));
    if (!corner) return forward_error(corner);
    context.out().scalar_op(isa::Opcode::mov, scalar(isa::Type::ud, *first + 4 * n), *corner);
  }
  context.out().scalar_op(isa::Opcode::mov, scalar(isa::Type::ud, *first + 8),
                          immediate(isa::Type::ud, (height - 1) << 16 | (width - 1)));
  const bool is_field = lines >= 2;  // .top, .bottom, .top_mod, .bottom_mod
  const bool is_bottom = lines == 3 || lines == 5;
  const Send message{.sfid = isa::Sfid::dp_data1,
                     .body = isa::MediaBlock{.access = row.access,
                                             .override_stride = is_field,
                                             .vertical_stride = is_field,
                                             .vertical_offset = is_bottom},
                     .header = true,
                     .first = {.byte = *first, .registers = 1},
                     .surface = *surface};
  const unsigned needed = std::max(std::bit_ceil(width), 4U) * height;
  const unsigned bytes = registers_for(needed, 1) * isa::kRegisterBytes;
  return transfer(context, op, message, op.get<visa::Raw>(Field::raw), bytes, needed, row.access);
}

}  // namespace eugene::lower
