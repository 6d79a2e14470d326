// The text of one instruction of a kernel, for reports.
#pragma once

#include <cstdint>
#include <string>

#include "isa/gen.h"
#include "isa/program.h"
#include "memory/view.h"

namespace eugene::gpu {

// The instruction at `address` in the native syntax. If it cannot be decoded: its bytes and the reason.
std::string instruction_text(const isa::Gen& gen, std::uint64_t address, memory::View& memory);
// The instruction at byte `offset` of a machine-code program; empty if no instruction begins there.
std::string instruction_text(const isa::Program& program, std::uint32_t offset);

}  // namespace eugene::gpu
