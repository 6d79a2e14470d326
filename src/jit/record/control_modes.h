// Constant propagation of cr0.0, which holds the modes of arithmetic: meanings are recorded for a known mode.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eu/kernel.h"
#include "isa/instruction.h"

namespace eugene::jit {

// cr0.0 after an instruction that finds `control` there; nothing if that cannot be known.
std::optional<std::uint32_t> control_after(const isa::Instruction& instruction, std::uint32_t control);

// cr0.0 before instruction i of a kernel that starts with `initial`. Nothing where two paths to the instruction have
// different modes, or one has a write of cr0.0 that is not constant.
std::vector<std::optional<std::uint32_t>> control_before(const eu::Kernel& kernel, std::uint32_t initial);

}  // namespace eugene::jit
