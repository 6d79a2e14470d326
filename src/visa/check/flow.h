// Where the subroutines of a kernel are. vISA manual SUBROUTINE: one ends where the next begins.
#pragma once

#include <limits>
#include <vector>

#include "visa/kernel.h"

namespace eugene::visa {

inline constexpr unsigned kUnplaced = std::numeric_limits<unsigned>::max();

// Subroutines are counted from 0, which is what precedes the first SUBROUTINE.
struct Flow {
  std::vector<unsigned> of_instruction;  // the subroutine of each instruction
  std::vector<unsigned> of_label;        // the subroutine that a label stands in; kUnplaced: it stands nowhere
};

Flow flow_of(const Kernel& kernel);

}  // namespace eugene::visa
