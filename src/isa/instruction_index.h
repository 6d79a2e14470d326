// The index of an instruction in its program.
#pragma once

#include <cstdint>

#include "isa/program.h"

namespace eugene::isa {

// `instruction` must be an element of `program.instructions`.
inline std::uint32_t find_index(const Program& program, const Instruction& instruction) {
  return static_cast<std::uint32_t>(&instruction - program.instructions.data());
}

}  // namespace eugene::isa
