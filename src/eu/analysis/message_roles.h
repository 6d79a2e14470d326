// The purpose of a program's messages, for checks of the order of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "isa/message/message.h"
#include "isa/program.h"

namespace eugene::eu {

enum class MessageRole : std::uint8_t { other, barrier, fence, compare_exchange };

MessageRole message_role(const isa::Gen& gen, const isa::Instruction& instruction);
// Returns an entry for each instruction. A message with its descriptor in a register is `other`: no compiler sends
// barriers and fences in this way.
std::vector<MessageRole> message_roles(const isa::Program& program);

// Whether the program has an atomic for which `is_wanted(instruction, message)` is true. A message whose descriptor is
// in a register may be an atomic: `message` is then null.
using IsWantedAtomic = std::function<bool(const isa::Instruction& instruction, const isa::Message* message)>;
bool has_atomic(const isa::Program& program, const IsWantedAtomic& is_wanted);

}  // namespace eugene::eu
