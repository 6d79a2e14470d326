// What the messages of a program are for, to checks of how threads are ordered.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "isa/message/message.h"
#include "isa/program.h"

namespace eugene::checks {

enum class MessageRole : std::uint8_t { other, barrier, fence, compare_exchange };

MessageRole message_role(const isa::Gen& gen, const isa::Instruction& instruction);
// By instruction. A descriptor in a register is `other`: no compiler sends barriers and fences so.
std::vector<MessageRole> message_roles(const isa::Program& program);

// Whether the program has an atomic for which `is_wanted(instruction, message)`. A message that only a register
// describes may be one: the message is then null.
using IsWantedAtomic = std::function<bool(const isa::Instruction& instruction, const isa::Message* message)>;
bool has_atomic(const isa::Program& program, const IsWantedAtomic& is_wanted);

}  // namespace eugene::checks
