// Typed surfaces: accesses have coordinates instead of offsets, and the surface's format converts values. vISA manual
// GATHER4_TYPED, SCATTER4_TYPED, TYPED_ATOMIC.
#include <bit>

#include "lower/atomic_operation.h"
#include "lower/data_rows.h"
#include "lower/handlers.h"

namespace eugene::lower {
namespace {

using visa::Field;

constexpr unsigned kCoordinates = 4;  // U, V, R and LOD
constexpr unsigned kLanes = 8;        // of a typed message

// Returns the coordinates up to the last one that is not %null, in consecutive registers.
Result<Payload> coordinates(Context& context, const Op& op) {
  unsigned count = 0;
  for (unsigned n = 0; n < kCoordinates; ++n) {
    if (op.get<visa::Raw>(Field::raw, n)->variable != 0) count = n + 1;
  }
  const auto place = context.scratch(kCoordinates);
  if (!place) return forward_error(place);
  for (unsigned n = 0; n < count; ++n) {
    const auto* raw = op.get<visa::Raw>(Field::raw, n);
    if (raw->variable == 0) continue;
    const auto from = make_payload(context, raw, 1);
    if (!from) return forward_error(from);
    copy_registers(context, *place + n * isa::kRegisterBytes, from->byte, 1);
  }
  return Payload{.byte = *place, .registers = std::max(count, 1U)};
}

Result<Send> make_message(Context& context, const Op& op, const isa::MessageBody& body) {
  if (op.lanes() > kLanes) return fail("more than eight channels of this instruction are not executed");
  const auto surface = find_surface(context, op);
  const auto first = coordinates(context, op);
  if (!surface || !first) return forward_error(surface, first);
  return Send{.sfid = isa::Sfid::dp_data1,
              .body = body,
              .first = *first,
              .surface = *surface,
              .lanes = op.lanes(),
              .channel_offset = op.channel_offset()};
}

// Returns the half of a thread's sixteen slots that has the channels.
isa::SlotGroup choose_slots(const Op& op) {
  return op.channel_offset() % 16 >= kLanes ? isa::SlotGroup::high : isa::SlotGroup::low;
}

}  // namespace

Result<void> lower_typed(Context& context, const Op& op, const Row& row) {
  const auto channels = static_cast<std::uint8_t>(op.number(Field::channels) & 0xF);
  auto message = make_message(context, op,
                              isa::TypedSurface{.access = row.access, .slots = choose_slots(op), .channels = channels});
  if (!message) return forward_error(message);
  const DataRows rows{.count = static_cast<unsigned>(std::popcount(channels)),
                      .bytes = sizeof(std::uint32_t),
                      .stride = register_stride(context, op, sizeof(std::uint32_t))};
  return send_rows(context, op, *message, op.get<visa::Raw>(Field::raw, kCoordinates), rows, row.access);
}

Result<void> lower_typed_atomic(Context& context, const Op& op, const Row& /*row*/) {
  const auto* dst = op.get<visa::Raw>(Field::raw, kCoordinates + 2);
  const bool returns = dst->variable != 0;
  const auto operation = integer_atomic(static_cast<unsigned>(op.number(Field::atomic)));
  if (!operation) return fail("this atomic operation on a typed surface is not executed");
  auto message =
      make_message(context, op, isa::TypedAtomic{.slots = choose_slots(op), .op = *operation, .returns = returns});
  if (!message) return forward_error(message);
  const auto sources = atomic_sources(context, op, *operation, kCoordinates, 1);
  if (!sources) return forward_error(sources);
  if (sources->registers != 0) message->second = *sources;
  if (returns) {
    const auto response = make_response(context, dst, 1);
    if (!response) return forward_error(response);
    message->response = *response;
  }
  return send(context, op, *message);
}

}  // namespace eugene::lower
