// The condition modifiers that compare: columns in the tables of comparison functions.
#pragma once

#include <cstddef>

#include "isa/instruction.h"

namespace eugene::eu {

inline constexpr std::size_t kConditionCodes = 10;

// Tables have a column for every encoding of a condition modifier. Columns of modifiers that do not compare are null.
constexpr bool compares(isa::CondMod condition) {
  using enum isa::CondMod;
  return condition == z || condition == nz || condition == g || condition == ge || condition == l || condition == le ||
         condition == u;
}

}  // namespace eugene::eu
