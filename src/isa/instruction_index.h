// Which instruction of a program one is.
#pragma once

#include <cstdint>

#include "isa/program.h"

namespace eugene::isa {

// `instruction` is one of `program.instructions`.
inline std::uint32_t index_of(const Program& program, const Instruction& instruction) {
  return static_cast<std::uint32_t>(&instruction - program.instructions.data());
}

}  // namespace eugene::isa
