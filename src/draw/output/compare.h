// 3D_Compare_Function, for depths, stencil values and alphas.
#pragma once

#include "draw/state/state_3d.h"

namespace eugene::draw {

template <class Number>
bool compare(Compare function, Number value, Number stored) {
  switch (function) {
    case Compare::always: return true;
    case Compare::never: return false;
    case Compare::less: return value < stored;
    case Compare::equal: return value == stored;
    case Compare::less_equal: return value <= stored;
    case Compare::greater: return value > stored;
    case Compare::not_equal: return value != stored;
    case Compare::greater_equal: return value >= stored;
  }
  return false;
}

}  // namespace eugene::draw
