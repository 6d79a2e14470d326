#include "jit/message/known_message.h"

#include "eu/register_file.h"
#include "isa/message/registers.h"

namespace eugene::jit {
namespace {

// Returns the first register of an operand with `count` registers; nothing if it can differ between threads.
std::optional<unsigned> first_register(const isa::Program& program, const isa::Operand& operand, unsigned count) {
  if (count == 0 || operand.is_null()) return 0U;
  if (operand.indirect || operand.file != isa::RegFile::grf) return std::nullopt;
  if (operand.nr + count > eu::general_register_end(program, operand.nr)) return std::nullopt;
  return operand.nr;
}

bool add_payload(const isa::Program& program, KnownMessage& to, const isa::Operand& operand, unsigned count) {
  const auto first = first_register(program, operand, count);
  if (!first) return false;
  for (unsigned i = 0; i < count && !operand.is_null(); ++i) to.payload.push_back(*first + i);
  return true;
}

}  // namespace

std::optional<KnownMessage> known_message(const isa::Program& program, const isa::Instruction& inst) {
  const isa::SendFields& send = inst.send;
  if (send.descriptor_in_a0 || send.extended_descriptor_in_a0) return std::nullopt;
  // Messages of the load/store cache are longer than compiled code supports, and the descriptor does not fully describe
  // them.
  if (send.registers) return std::nullopt;
  const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, 0);
  if (!message) return std::nullopt;
  KnownMessage found{.message = *message, .waits = inst.row().has(isa::kWaits), .has_index = !send.index_in_a0};
  const isa::MessageRegisters registers = isa::message_registers(inst);
  // send_message() needs a complete first payload.
  if (inst.src[0].is_null() || !add_payload(program, found, inst.src[0], registers.payload)) return std::nullopt;
  if (!add_payload(program, found, inst.src[1], registers.extended_payload)) return std::nullopt;
  const auto response = first_register(program, inst.dst, registers.response);
  if (!response) return std::nullopt;
  found.response = *response;
  found.responses = registers.response;
  return found;
}

MessageShape message_shape(const isa::Gen& gen, const KnownMessage& message, unsigned exec_size) {
  return message_shape(gen, message.message, static_cast<unsigned>(message.payload.size()), message.responses,
                       exec_size);
}

std::optional<MemoryAccess> find_access(const isa::Program& program, const isa::Instruction& inst) {
  if (!isa::is_send(inst)) return std::nullopt;
  const std::optional<KnownMessage> known = known_message(program, inst);
  if (!known || known->waits) return std::nullopt;
  std::optional<MemoryAccess> access = message_shape(*program.gen, *known, inst.exec_size).access;
  if (access) access->has_index = known->has_index;
  return access;
}

}  // namespace eugene::jit
