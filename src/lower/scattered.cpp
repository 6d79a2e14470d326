// Gather and scatter: each channel accesses memory at an address of its own. vISA manual GATHER4_SCALED, GATHER_SCALED,
// GATHER, SVM_GATHER, SVM_GATHER4_SCALED and the scatters.
#include "lower/handlers.h"
#include "lower/send.h"

#include <bit>

namespace eugene::lower {
namespace {

using isa::Access;
using visa::Field;

// Sends what is ready but for the data, which a read returns and a write brings.
Result<void> with_data(Context& context, const Op& op, Send message, const visa::Raw* raw, unsigned registers,
                       Access access) {
  auto data = access == Access::write ? payload_of(context, raw, registers) : response_of(context, raw, registers);
  if (!data) return std::unexpected(data.error());
  (access == Access::write ? message.second : message.response) = *data;
  return send(context, op, message);
}

Send message_of(const Op& op, isa::Sfid sfid, isa::MessageBody body) {
  return {.sfid = sfid, .body = body, .lanes = op.lanes(), .channel_offset = op.channel_offset()};
}

}  // namespace

// Up to four dwords a channel, at a surface's offsets or, of SVM, at addresses. Those of SVM are served eight channels
// at a time, and so have their data in other registers where there are sixteen: that is not executed.
Result<void> lower_scaled4(Context& context, const Op& op, const Row& row) {
  const auto simd = simd_of(op);
  if (!simd) return std::unexpected(simd.error());
  if (row.a64 && *simd != 8) return fail("more than eight channels of this instruction are not executed");
  const auto channels = static_cast<std::uint8_t>(op.number(Field::channels) & 0xF);
  Send message = message_of(
      op, isa::Sfid::dp_data1,
      isa::UntypedSurface{
          .access = row.access, .a64 = row.a64, .simd = static_cast<std::uint8_t>(*simd), .channels = channels});
  const auto addresses = addresses_of(context, op, op.get<visa::Raw>(Field::raw), op.find(Field::source),
                                      row.a64 ? isa::Type::uq : isa::Type::ud, *simd);
  if (!addresses) return std::unexpected(addresses.error());
  message.first = *addresses;
  message.surface.index = isa::kBtiStateless;
  if (!row.a64) {
    const auto surface = surface_of(context, op);
    if (!surface) return std::unexpected(surface.error());
    message.surface = *surface;
  }
  const unsigned registers = static_cast<unsigned>(std::popcount(channels)) * registers_for(*simd, 4);
  return with_data(context, op, message, op.get<visa::Raw>(Field::raw, 1), registers, row.access);
}

// One, two or four bytes a channel, in the low bytes of a dword.
Result<void> lower_scaled(Context& context, const Op& op, const Row& row) {
  const auto simd = simd_of(op);
  const auto surface = surface_of(context, op);
  if (!simd || !surface) return std::unexpected(simd ? surface.error() : simd.error());
  const auto bytes = static_cast<std::uint8_t>(1U << (op.number(Field::block_count) & 3));
  Send message =
      message_of(op, isa::Sfid::dp_data0,
                 isa::ByteScattered{.access = row.access, .simd = static_cast<std::uint8_t>(*simd), .bytes = bytes});
  const auto addresses =
      addresses_of(context, op, op.get<visa::Raw>(Field::raw), op.find(Field::source), isa::Type::ud, *simd);
  if (!addresses) return std::unexpected(addresses.error());
  message.first = *addresses;
  message.surface = *surface;
  return with_data(context, op, message, op.get<visa::Raw>(Field::raw, 1), registers_for(*simd, 4), row.access);
}

// GATHER and SCATTER count their offsets in elements.
Result<void> lower_legacy_scattered(Context& context, const Op& op, const Row& row) {
  const auto simd = simd_of(op);
  const auto surface = surface_of(context, op);
  if (!simd || !surface) return std::unexpected(simd ? surface.error() : simd.error());
  const auto bytes = static_cast<std::uint8_t>(1U << (op.number(Field::element_bytes) & 3));
  Send message =
      message_of(op, isa::Sfid::dp_data0,
                 isa::ByteScattered{.access = row.access, .simd = static_cast<std::uint8_t>(*simd), .bytes = bytes});
  const auto addresses =
      addresses_of(context, op, op.get<visa::Raw>(Field::raw), op.find(Field::source), isa::Type::ud, *simd, bytes);
  if (!addresses) return std::unexpected(addresses.error());
  message.first = *addresses;
  message.surface = *surface;
  return with_data(context, op, message, op.get<visa::Raw>(Field::raw, 1), registers_for(*simd, 4), row.access);
}

// Blocks at addresses: bytes of a channel lie together, larger blocks of a channel in registers of their own.
Result<void> lower_svm_scattered(Context& context, const Op& op, const Row& row) {
  constexpr std::array<std::uint8_t, 4> kBlockBytes = {1, 4, 8, 8};  // the third is how text has it
  const auto simd = simd_of(op);
  if (!simd) return std::unexpected(simd.error());
  const std::uint8_t bytes = kBlockBytes[static_cast<std::size_t>(op.number(Field::block_bytes) & 3)];
  const auto blocks = static_cast<std::uint8_t>(1U << (op.number(Field::block_count) & 3));
  Send message = message_of(
      op, isa::Sfid::dp_data1,
      isa::A64Scattered{
          .access = row.access, .simd = static_cast<std::uint8_t>(*simd), .element_bytes = bytes, .elements = blocks});
  const auto addresses = addresses_of(context, op, op.get<visa::Raw>(Field::raw), nullptr, isa::Type::uq, *simd);
  if (!addresses) return std::unexpected(addresses.error());
  message.first = *addresses;
  message.surface.index = isa::kBtiStateless;
  const unsigned registers =
      bytes == 1 ? registers_for(*simd, std::max<unsigned>(blocks, 4)) : blocks * registers_for(*simd, bytes);
  return with_data(context, op, message, op.get<visa::Raw>(Field::raw, 1), registers, row.access);
}

}  // namespace eugene::lower
