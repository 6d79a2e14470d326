// Gather and scatter: each channel accesses memory at its own address. vISA manual GATHER4_SCALED, GATHER_SCALED,
// GATHER, SVM_GATHER, SVM_GATHER4_SCALED and the scatters.
#include <algorithm>
#include <bit>

#include "lower/data_rows.h"
#include "lower/handlers.h"

namespace eugene::lower {
namespace {

using isa::Access;
using visa::Field;

// Adds the data to `message`, as the response of a read or the payload of a write, and sends it.
Result<void> with_data(Context& context, const Op& op, Send message, const visa::Raw* raw, unsigned registers,
                       Access access) {
  auto data = access == Access::write ? make_payload(context, raw, registers) : make_response(context, raw, registers);
  if (!data) return forward_error(data);
  (access == Access::write ? message.second : message.response) = *data;
  return send(context, op, message);
}

Send make_message(const Op& op, isa::Sfid sfid, isa::MessageBody body) {
  return {.sfid = sfid, .body = body, .lanes = op.lanes(), .channel_offset = op.channel_offset()};
}

constexpr unsigned kA64Lanes = 8;    // of messages with addresses that serve only eight channels
constexpr unsigned kMaxSecond = 15;  // registers of a second payload

// Limits `message` to the first `lanes` of the channels that it has addresses for.
void serve(Send& message, unsigned lanes) {
  if (message.lanes <= lanes) return;
  message.first.registers = message.first.registers * lanes / message.lanes;
  message.lanes = lanes;
}

}  // namespace

// Up to four dwords for each channel, at offsets in a surface or, with SVM, at addresses. SVM messages serve eight
// channels.
Result<void> lower_scaled4(Context& context, const Op& op, const Row& row) {
  const auto simd = find_simd(op);
  if (!simd) return forward_error(simd);
  const unsigned served = row.a64 ? kA64Lanes : *simd;
  const auto channels = static_cast<std::uint8_t>(op.number(Field::channels) & 0xF);
  Send message = make_message(
      op, isa::Sfid::dp_data1,
      isa::UntypedSurface{
          .access = row.access, .a64 = row.a64, .simd = static_cast<std::uint8_t>(served), .channels = channels});
  const auto addresses = make_addresses(context, op, op.get<visa::Raw>(Field::raw), op.find(Field::source),
                                        row.a64 ? isa::Type::uq : isa::Type::ud, *simd);
  if (!addresses) return forward_error(addresses);
  message.first = *addresses;
  message.surface.index = isa::kBtiStateless;
  if (!row.a64) {
    const auto surface = find_surface(context, op);
    if (!surface) return forward_error(surface);
    message.surface = *surface;
  }
  serve(message, served);
  const DataRows rows{.count = static_cast<unsigned>(std::popcount(channels)),
                      .bytes = sizeof(std::uint32_t),
                      .stride = register_stride(context, op, sizeof(std::uint32_t))};
  return send_rows(context, op, message, op.get<visa::Raw>(Field::raw, 1), rows, row.access);
}

// One, two or four bytes for each channel, in the low bytes of a dword.
Result<void> lower_scaled(Context& context, const Op& op, const Row& row) {
  const auto simd = find_simd(op);
  const auto surface = find_surface(context, op);
  if (!simd || !surface) return forward_error(simd, surface);
  const auto bytes = static_cast<std::uint8_t>(1U << (op.number(Field::block_count) & 3));
  Send message =
      make_message(op, isa::Sfid::dp_data0,
                   isa::ByteScattered{.access = row.access, .simd = static_cast<std::uint8_t>(*simd), .bytes = bytes});
  const auto addresses =
      make_addresses(context, op, op.get<visa::Raw>(Field::raw), op.find(Field::source), isa::Type::ud, *simd);
  if (!addresses) return forward_error(addresses);
  message.first = *addresses;
  message.surface = *surface;
  return with_data(context, op, message, op.get<visa::Raw>(Field::raw, 1), registers_for(*simd, 4), row.access);
}

// GATHER and SCATTER: offsets count elements.
Result<void> lower_legacy_scattered(Context& context, const Op& op, const Row& row) {
  const auto simd = find_simd(op);
  const auto surface = find_surface(context, op);
  if (!simd || !surface) return forward_error(simd, surface);
  const auto bytes = static_cast<std::uint8_t>(1U << (op.number(Field::element_bytes) & 3));
  Send message =
      make_message(op, isa::Sfid::dp_data0,
                   isa::ByteScattered{.access = row.access, .simd = static_cast<std::uint8_t>(*simd), .bytes = bytes});
  const auto addresses =
      make_addresses(context, op, op.get<visa::Raw>(Field::raw), op.find(Field::source), isa::Type::ud, *simd, bytes);
  if (!addresses) return forward_error(addresses);
  message.first = *addresses;
  message.surface = *surface;
  return with_data(context, op, message, op.get<visa::Raw>(Field::raw, 1), registers_for(*simd, 4), row.access);
}

// Blocks at addresses. The bytes of a channel are packed in a dword; larger blocks of a channel are in separate
// registers. Data that do not fit in a message's second payload are written eight channels at a time.
Result<void> lower_svm_scattered(Context& context, const Op& op, const Row& row) {
  constexpr std::array<std::uint8_t, 4> kBlockBytes = {1, 4, 8, 8};  // text uses the third
  const auto simd = find_simd(op);
  if (!simd) return forward_error(simd);
  const std::uint8_t bytes = kBlockBytes[static_cast<std::size_t>(op.number(Field::block_bytes) & 3)];
  const auto blocks = static_cast<std::uint8_t>(1U << (op.number(Field::block_count) & 3));
  const DataRows rows = bytes == 1 ? DataRows{.bytes = std::max<unsigned>(blocks, sizeof(std::uint32_t))}
                                   : DataRows{.count = blocks, .bytes = bytes};
  const bool is_long = row.access == Access::write && rows.count * registers_for(*simd, rows.bytes) > kMaxSecond;
  const unsigned served = is_long ? kA64Lanes : *simd;
  Send message = make_message(
      op, isa::Sfid::dp_data1,
      isa::A64Scattered{
          .access = row.access, .simd = static_cast<std::uint8_t>(served), .element_bytes = bytes, .elements = blocks});
  const auto addresses = make_addresses(context, op, op.get<visa::Raw>(Field::raw), nullptr, isa::Type::uq, *simd);
  if (!addresses) return forward_error(addresses);
  message.first = *addresses;
  message.surface.index = isa::kBtiStateless;
  serve(message, served);
  DataRows placed = rows;
  placed.stride = registers_for(*simd, rows.bytes) * isa::kRegisterBytes;
  return send_rows(context, op, message, op.get<visa::Raw>(Field::raw, 1), placed, row.access);
}

}  // namespace eugene::lower
