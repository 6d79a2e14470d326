// Small loops over packed lanes, which all interpreter functions are made of.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/vector_loops.h"
#include "eu/prepared_op.h"

namespace eugene::eu {

inline constexpr unsigned kGroup = 8;

template <class T>
T lane_at(const std::byte* lanes, std::size_t index) {
  T value;
  std::memcpy(&value, lanes + index * sizeof(T), sizeof(T));
  return value;
}
template <class T>
void set_lane(std::byte* lanes, std::size_t index, T value) {
  std::memcpy(lanes + index * sizeof(T), &value, sizeof(T));
}

// Calls function(i) for every lane of the groups that cover the work. The inner loop has a constant count, so that the
// compiler vectorises it without a remainder loop. `ivdep` is safe: results and sources either coincide or do not
// overlap.
template <class Function>
[[gnu::always_inline]] inline void for_lanes(const ActiveLanes& work, Function function) {
  for (std::size_t first = 0; first < work.groups * kGroup; first += kGroup) {
#pragma GCC ivdep
    for (std::size_t lane = 0; lane < kGroup; ++lane) function(first + lane);
  }
}

// The mode in which float loops are plain IEEE code; see ActiveLanes::plain_floats.
inline constexpr sem::Mode kPlainMode{
    .keeps_df_denormals = true, .keeps_f_denormals = true, .keeps_hf_denormals = true};

// Calls loop(mode) for lanes of T. Common modes are passed as a constant, so that the compiler can specialise the loop.
template <class T, class Loop>
[[gnu::always_inline]] inline auto in_mode(const ActiveLanes& work, const sem::Mode& mode, Loop loop) {
  if constexpr (sem::FloatElement<T>) {
    const sem::Mode plain = kPlainMode;  // a copy, because otherwise GCC does not inline the meaning
    if (work.plain_floats) return loop(plain);
  }
  return loop(mode);
}

// Returns a mask whose bit i is function(i). T is the compared type; bits are gathered in a word of its width.
template <class T, class Function>
[[gnu::always_inline]] inline std::uint32_t gather_bits(const ActiveLanes& work, Function function) {
  using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  std::uint32_t bits = 0;
  for (std::size_t first = 0; first < work.groups * kGroup; first += kGroup) {
    Word group = 0;
#pragma GCC unroll 1  // unrolled, the loop over groups is vectorised in its place, by shuffles
    for (std::size_t lane = 0; lane < kGroup; ++lane) {
      group |= function(first + lane) ? Word{1} << lane : Word{0};
    }
    bits |= static_cast<std::uint32_t>(group) << first;
  }
  return bits;
}

}  // namespace eugene::eu
