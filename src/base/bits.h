// Bit fields, numbered as in the documents: bit 0 is the least significant, ranges are inclusive.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace eugene {

// Returns a mask of the `count` low bits; `count` is 0 to 64.
constexpr std::uint64_t low_mask(unsigned count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Returns bits `high`:`low` of `word`, moved down to bit 0.
template <std::unsigned_integral T>
constexpr T bits(T word, unsigned high, unsigned low) {
  return static_cast<T>((word >> low) & static_cast<T>(low_mask(high - low + 1)));
}

// Returns bit `index` of `word`.
template <std::unsigned_integral T>
constexpr bool bit(T word, unsigned index) {
  return ((word >> index) & 1) != 0;
}

// Returns `word` with bits `high`:`low` replaced by the low bits of `value`.
template <std::unsigned_integral T>
constexpr T with_bits(T word, unsigned high, unsigned low, T value) {
  const T mask = static_cast<T>(static_cast<T>(low_mask(high - low + 1)) << low);
  return static_cast<T>((word & ~mask) | (static_cast<T>(value << low) & mask));
}

// Distributes the low bits of `value` over the set bits of `mask`, the lowest first.
constexpr std::uint32_t scatter_bits(std::uint32_t value, std::uint32_t mask) {
  std::uint32_t result = 0;
  for (; mask != 0; mask &= mask - 1, value >>= 1) result |= (value & 1) != 0 ? mask & -mask : 0;
  return result;
}

// Collects the bits of `word` under `mask`: the inverse of scatter_bits().
constexpr std::uint32_t gather_bits(std::uint32_t word, std::uint32_t mask) {
  std::uint32_t result = 0;
  for (unsigned at = 0; mask != 0; mask &= mask - 1, ++at) result |= (word & mask & -mask) != 0 ? 1U << at : 0;
  return result;
}

// Interprets the low `count` bits of `value` as a two's complement number; `count` is 1 to 64.
constexpr std::int64_t sign_extend(std::uint64_t value, unsigned count) {
  const unsigned shift = 64 - count;
  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): no field is 0 bits wide
  return static_cast<std::int64_t>(value << shift) >> shift;
}

// Rounds `value` up to a multiple of `alignment`, a power of two.
template <std::unsigned_integral T>
constexpr T align_up(T value, T alignment) {
  return static_cast<T>((value + alignment - 1) & ~(alignment - 1));
}

}  // namespace eugene
