#include "eu/analysis/message_roles.h"

#include <algorithm>
#include <variant>

#include "isa/message/access.h"

namespace eugene::eu {

MessageRole message_role(const isa::Gen& gen, const isa::Instruction& instruction) {
  const isa::SendFields& send = instruction.send;
  if (instruction.row().action != isa::Action::send || send.descriptor_in_a0) return MessageRole::other;
  const auto message = isa::decode_message(gen, send.sfid, send.descriptor, send.extended_descriptor);
  if (!message) return MessageRole::other;
  if (std::holds_alternative<isa::MemoryFence>(message->body)) return MessageRole::fence;
  const auto* atomic = std::get_if<isa::UntypedAtomic>(&message->body);
  if (atomic != nullptr && atomic->op == isa::AtomicOp::compare_write) return MessageRole::compare_exchange;
  const auto* of_floats = std::get_if<isa::UntypedFloatAtomic>(&message->body);
  if (of_floats != nullptr && of_floats->op == isa::FloatAtomicOp::compare_write) return MessageRole::compare_exchange;
  const auto* gateway = std::get_if<isa::Gateway>(&message->body);
  const bool is_barrier = gateway != nullptr && gateway->function == isa::GatewayFunction::barrier;
  return is_barrier ? MessageRole::barrier : MessageRole::other;
}

std::vector<MessageRole> message_roles(const isa::Program& program) {
  std::vector<MessageRole> roles;
  roles.reserve(program.instructions.size());
  for (const isa::Instruction& each : program.instructions) roles.push_back(message_role(*program.gen, each));
  return roles;
}

bool has_atomic(const isa::Program& program, const IsWantedAtomic& is_wanted) {
  return std::ranges::any_of(program.instructions, [&](const isa::Instruction& instruction) {
    if (!isa::is_send(instruction)) return false;
    const isa::SendFields& send = instruction.send;
    if (send.descriptor_in_a0 || send.function_in_a0()) return is_wanted(instruction, nullptr);
    const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, send.extended_descriptor);
    return message && isa::is_atomic(message->body) && is_wanted(instruction, &*message);
  });
}

}  // namespace eugene::eu
