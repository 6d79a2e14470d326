// Rows of data that differ between message and variable. On a machine with registers of 64 bytes each row of the
// variable begins at such a register, but Gen9's messages begin rows at registers of 32 bytes. Also, an instruction may
// have more channels than its message serves. In both cases rows are copied through scratch registers. vISA manual
// GATHER4_TYPED, GATHER4_SCALED, SVM_SCATTER, RT_READ.
#include "lower/data_rows.h"

#include <algorithm>

namespace eugene::lower {
namespace {

constexpr unsigned kLeastLanes = 8;  // of a message

// The rows of one instruction, in its variable and in its messages.
struct Plan {
  DataRows rows;
  unsigned parts = 1;              // number of messages
  unsigned lanes = 0;              // channels of a message
  unsigned message_rows = 1;       // registers of a row in a message
  unsigned message_registers = 1;  // registers of all rows of a message

  unsigned in_variable(unsigned part, unsigned row) const { return row * rows.stride + part * lanes * rows.bytes; }
  unsigned in_message(unsigned row) const { return row * message_rows * isa::kRegisterBytes; }
};

Result<void> send_part(Context& context, const Op& op, Send message, const Plan& plan, unsigned part) {
  message.first.byte += part * message.first.registers * isa::kRegisterBytes;
  message.channel_offset += part * plan.lanes;
  return send(context, op, message);
}

Result<void> write_parts(Context& context, const Op& op, Send message, const Payload& data, const Plan& plan) {
  const auto place = context.scratch(plan.message_registers);
  if (!place) return forward_error(place);
  message.second = Payload{.byte = *place, .registers = plan.message_registers};
  for (unsigned part = 0; part < plan.parts; ++part) {
    for (unsigned row = 0; row < plan.rows.count; ++row)
      copy_registers(context, *place + plan.in_message(row), data.byte + plan.in_variable(part, row),
                     plan.message_rows);
    if (auto done = send_part(context, op, message, plan, part); !done) return done;
  }
  return {};
}

// Reads all parts before any of them is copied to the destination, because the destination may overlap the addresses.
// The scratch registers are initialised from the destination, because a message may leave some channels unchanged:
// RT_READ does so for pixels that are not lit.
Result<void> read_parts(Context& context, const Op& op, Send message, const Payload& data, const Plan& plan) {
  const auto place = context.scratch(plan.parts * plan.message_registers);
  if (!place) return forward_error(place);
  const auto response = [&](unsigned part) { return *place + part * plan.message_registers * isa::kRegisterBytes; };
  for (unsigned part = 0; part < plan.parts; ++part) {
    for (unsigned row = 0; row < plan.rows.count; ++row)
      copy_registers(context, response(part) + plan.in_message(row), data.byte + plan.in_variable(part, row),
                     plan.message_rows);
    message.response = Payload{.byte = response(part), .registers = plan.message_registers};
    if (auto done = send_part(context, op, message, plan, part); !done) return done;
  }
  const isa::Type type = plan.rows.bytes == sizeof(std::uint64_t) ? isa::Type::uq : isa::Type::ud;
  for (unsigned part = 0; part < plan.parts; ++part) {
    for (unsigned row = 0; row < plan.rows.count; ++row) {
      isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
      move.exec_size = static_cast<std::uint8_t>(plan.lanes);
      move.channel_offset = static_cast<std::uint8_t>(move.channel_offset + part * plan.lanes);
      move.dst = packed(type, data.byte + plan.in_variable(part, row));
      move.src[0] = packed(type, response(part) + plan.in_message(row));
      if (auto done = context.predicate(op, move); !done) return done;
      context.out().add(move);
    }
  }
  return {};
}

}  // namespace

unsigned register_stride(const Context& context, const Op& op, unsigned bytes) {
  return std::max<unsigned>(op.lanes() * bytes, context.register_bytes());
}

Result<void> send_rows(Context& context, const Op& op, Send message, const visa::Raw* raw, const DataRows& rows,
                       isa::Access access) {
  const bool writes = access == isa::Access::write;
  Plan plan{.rows = rows,
            .parts = std::max(op.lanes() / message.lanes, 1U),
            .lanes = message.lanes,
            .message_rows = registers_for(std::max(message.lanes, kLeastLanes), rows.bytes)};
  plan.message_registers = rows.count * plan.message_rows;
  if (plan.parts == 1 && rows.stride == plan.message_rows * isa::kRegisterBytes) {
    const auto data = writes ? make_payload(context, raw, plan.message_registers)
                             : make_response(context, raw, plan.message_registers);
    if (!data) return forward_error(data);
    (writes ? message.second : message.response) = *data;
    return send(context, op, message);
  }
  const unsigned bytes = (rows.count - 1) * rows.stride + op.lanes() * rows.bytes;
  const Needed needed{.bytes = bytes, .register_bytes = context.register_bytes()};
  const unsigned registers = registers_for(bytes, 1);
  const auto data = writes ? make_payload(context, raw, registers, needed)
                           : make_response(context, raw, registers, needed, Delivery::moves);
  if (!data) return forward_error(data);
  return writes ? write_parts(context, op, message, *data, plan) : read_parts(context, op, message, *data, plan);
}

}  // namespace eugene::lower
