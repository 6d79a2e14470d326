// 3D_Compare_Function, for depths, stencil values and alphas.
#pragma once

#include "draw/state/state_3d.h"

namespace eugene::draw {

// For numbers, or vectors of them: the result is then a mask for each lane.
template <class Number>
auto compare(Compare function, const Number& value, const Number& stored) {
  using Truth = decltype(value < stored);
  constexpr Truth kNever{};
  switch (function) {
    case Compare::always: return kNever == kNever;
    case Compare::never: return kNever;
    case Compare::less: return value < stored;
    case Compare::equal: return value == stored;
    case Compare::less_equal: return value <= stored;
    case Compare::greater: return value > stored;
    case Compare::not_equal: return value != stored;
    case Compare::greater_equal: return value >= stored;
  }
  return kNever;
}

}  // namespace eugene::draw
