// dpas: the sum that a channel computes in one step of the depth. vISA manual DPAS, dot2, dot4 and dot8.
#pragma once

#include <cstddef>
#include <span>

#include "sem/precision.h"

namespace eugene::sem {

// Returns the accumulator plus the dot product of `a` and `b`, which have the same number of elements, one or more.
// Integers wrap. For floats the dot product is computed first, from left to right, and each sum is rounded once; the
// caller has set rounding to nearest even. (In all these precisions, products are exact as floats, except for the
// tiniest.)
template <Lane V>
V add_dot_product(V accumulator, std::span<const V> a, std::span<const V> b) {
  V sum = times(a[0], b[0]);
  for (std::size_t n = 1; n < a.size(); ++n) sum = plus(sum, times(a[n], b[n]));
  return plus(accumulator, sum);
}

}  // namespace eugene::sem
