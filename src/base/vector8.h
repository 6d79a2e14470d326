// Vectors of eight numbers with the compiler's operators: arithmetic, comparisons (0 or -1 for each) and shifts. The
// compiler unrolls some loops over lanes into scalars; that does not happen with these. Use them in functions that
// call_for_host() compiles (vector_host.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace eugene {

inline constexpr unsigned kVectorLanes = 8;
using F32x8 [[gnu::vector_size(kVectorLanes * sizeof(float))]] = float;
using I32x8 [[gnu::vector_size(kVectorLanes * sizeof(std::int32_t))]] = std::int32_t;
using U32x8 [[gnu::vector_size(kVectorLanes * sizeof(std::uint32_t))]] = std::uint32_t;
using U32x4 [[gnu::vector_size(4 * sizeof(std::uint32_t))]] = std::uint32_t;

template <class Vector, class T>
inline Vector load8(const T* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof(vector));
  return vector;
}

template <class T, class Vector>
inline void store8(T* to, const Vector& vector) {
  std::memcpy(to, &vector, sizeof(vector));
}

// Returns `a` where the mask is -1, `b` where it is 0.
template <class Vector>
inline Vector choose(const I32x8& mask, const Vector& a, const Vector& b) {
  return mask ? a : b;
}

// Whether the mask is -1 in any lane.
inline bool any(const I32x8& mask) {
  using I64x4 [[gnu::vector_size(sizeof(I32x8))]] = std::int64_t;
  const auto pairs = (I64x4)mask;
  return (pairs[0] | pairs[1] | pairs[2] | pairs[3]) != 0;
}

// Eight doubles need more than a 256-bit register, so they are split into the first and last four.
struct F64x8 {
  using Half [[gnu::vector_size(4 * sizeof(double))]] = double;
  Half first, last;
};

template <class Vector>
inline F64x8 to_doubles(const Vector& numbers) {
  return {__builtin_convertvector(__builtin_shufflevector(numbers, numbers, 0, 1, 2, 3), F64x8::Half),
          __builtin_convertvector(__builtin_shufflevector(numbers, numbers, 4, 5, 6, 7), F64x8::Half)};
}

inline F32x8 to_floats(const F64x8& numbers) {
  using Half [[gnu::vector_size(4 * sizeof(float))]] = float;
  return __builtin_shufflevector(__builtin_convertvector(numbers.first, Half),
                                 __builtin_convertvector(numbers.last, Half), 0, 1, 2, 3, 4, 5, 6, 7);
}

// Gather: lane n of the result is at(index[n]).
template <class At>
inline U32x8 gather8(const U32x8& index, const At& at) {
  return U32x8{at(index[0]), at(index[1]), at(index[2]), at(index[3]),
               at(index[4]), at(index[5]), at(index[6]), at(index[7])};
}

}  // namespace eugene
