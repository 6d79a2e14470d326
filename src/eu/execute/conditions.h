// The condition modifiers that compare, as columns of the tables of comparing functions.
#pragma once

#include <cstddef>

#include "isa/instruction.h"

namespace eugene::eu {

inline constexpr std::size_t kConditionCodes = 10;

// A table has a column for every encoding of a condition modifier; those that compare nothing are null.
constexpr bool compares(isa::CondMod condition) {
  using enum isa::CondMod;
  return condition == z || condition == nz || condition == g || condition == ge || condition == l || condition == le ||
         condition == u;
}

}  // namespace eugene::eu
