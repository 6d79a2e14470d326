// The text of one instruction of a kernel, for reports.
#pragma once

#include <cstdint>
#include <string>

#include "isa/gen.h"
#include "isa/program.h"
#include "memory/view.h"

namespace eugene::gpu {

// The instruction at `address` in the native syntax; where there is none, its bytes and why they are none.
std::string instruction_text(const isa::Gen& gen, std::uint64_t address, memory::View& memory);
// The one at that byte offset of a program of machine code; empty where none begins.
std::string instruction_text(const isa::Program& program, std::uint32_t offset);

}  // namespace eugene::gpu
