// Constant propagation of cr0.0, which has the modes of arithmetic: instructions are recorded for a known mode.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eu/kernel.h"
#include "isa/instruction.h"

namespace eugene::jit {

// Returns cr0.0 after an instruction, if it is `control` before; nothing if it is unknown.
std::optional<std::uint32_t> control_after(const isa::Instruction& instruction, std::uint32_t control);

// Returns cr0.0 before each instruction of a kernel that starts with `initial`. Unknown if two paths to the instruction
// have different modes, or if a write of cr0.0 on a path is not constant.
std::vector<std::optional<std::uint32_t>> control_before(const eu::Kernel& kernel, std::uint32_t initial);

}  // namespace eugene::jit
