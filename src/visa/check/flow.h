// The subroutines of a kernel. vISA manual SUBROUTINE: a subroutine ends where the next one begins.
#pragma once

#include <limits>
#include <vector>

#include "visa/kernel.h"

namespace eugene::visa {

inline constexpr unsigned kUnplaced = std::numeric_limits<unsigned>::max();

// Subroutines are counted from 0, which is the code before the first SUBROUTINE.
struct Flow {
  std::vector<unsigned> of_instruction;  // the subroutine of each instruction
  std::vector<unsigned> of_label;        // the subroutine that contains each label; kUnplaced: the label has no place
};

Flow find_flow(const Kernel& kernel);

}  // namespace eugene::visa
