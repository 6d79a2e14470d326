// What the messages of a program are for, to checks of how threads are ordered.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.h"

namespace eugene::checks {

enum class MessageRole : std::uint8_t { other, barrier, fence, compare_exchange };

MessageRole message_role(const isa::Gen& gen, const isa::Instruction& instruction);
// By instruction. A descriptor in a register is `other`: no compiler sends barriers and fences so.
std::vector<MessageRole> message_roles(const isa::Program& program);

// Whether an atomic of the program may return what memory held, so that a thread can learn of others by it.
bool has_answering_atomic(const isa::Program& program);

}  // namespace eugene::checks
