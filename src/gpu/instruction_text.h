// The text of one instruction of a program, for reports.
#pragma once

#include <cstdint>
#include <string>

#include "isa/program.h"

namespace eugene::gpu {

// The instruction at byte `offset`, or what is there instead.
std::string instruction_text(const isa::Program& program, std::uint32_t offset);

}  // namespace eugene::gpu
