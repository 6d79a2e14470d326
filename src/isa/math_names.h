// The names of the functions of `math`: SNB PRM vol4 part2 8.3.28.
#pragma once

#include <array>
#include <string_view>

#include "isa/instruction.h"

namespace eugene::isa {

// Indexed by MathFunction.
inline constexpr std::array<std::string_view, 16> kMathNames{"0",    "inv",  "log",    "exp",  "sqrt", "rsq",
                                                             "sin",  "cos",  "sincos", "fdiv", "pow",  "idiv",
                                                             "iqot", "irem", "invm",   "rsqtm"};
static_assert(kMathNames.size() == static_cast<std::size_t>(MathFunction::rsqtm) + 1);

}  // namespace eugene::isa
