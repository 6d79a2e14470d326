// Comparing what the device computed with what the host expects, and the inputs both start from.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace suite {

using half = _Float16;

// A small deterministic generator (SplitMix64): the same inputs on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>((next() >> 32) % limit); }
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11) / 9007199254740992.0);
  }

 private:
  std::uint64_t state_;
};

// `count` values with every bit pattern likely.
template <class T>
std::vector<T> random_bits(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    const std::uint64_t word = random.next();
    std::memcpy(&value, &word, sizeof value);
  }
  return values;
}

template <class T>
std::vector<T> random_uniform(std::size_t count, std::uint64_t seed, double low, double high) {
  Random random(seed);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(random.uniform(low, high));
  return values;
}

// Integers: the edges of the type first, then random bits of random widths, so small numbers are likely.
template <class T>
std::vector<T> integers(std::size_t count, std::uint64_t seed) {
  using U = std::make_unsigned_t<T>;
  const U top = static_cast<U>(U{1} << (8 * sizeof(T) - 1));
  std::vector<T> values = {T(0), T(1), T(2), T(-1), T(-2), T(top), T(top - 1), T(top + 1), T(3), T(7), T(10), T(-10)};
  Random random(seed);
  for (std::size_t i = values.size(); i-- > 1;)
    std::swap(values[i], values[random.below(static_cast<std::uint32_t>(i + 1))]);
  while (values.size() < count) {
    const U raw = static_cast<U>(random.next() >> 3);
    const U word = static_cast<U>(raw >> random.below(8 * sizeof(T)));
    values.push_back(static_cast<T>(random.below(2) != 0 ? static_cast<U>(-word) : word));
  }
  values.resize(count);
  return values;
}

inline std::string show(long double value) {
  char text[96];
  std::snprintf(text, sizeof text, "%.21Lg (%La)", value, value);
  return text;
}

template <class T>
std::string show_value(const T& value) {
  if constexpr (std::is_integral_v<T>)
    return std::to_string(+value);
  else
    return show(static_cast<long double>(value));
}

// Element by element, bit by bit. Reports the first difference and how many there are.
template <class T>
void expect_same(const std::vector<T>& got, const std::vector<T>& want, const std::string& what = {}) {
  ASSERT_EQ(got.size(), want.size()) << what;
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::memcmp(&got[i], &want[i], sizeof(T)) != 0 && wrong++ == 0) first = i;
  }
  if (wrong == 0) return;
  ADD_FAILURE() << what << (what.empty() ? "" : ": ") << wrong << " of " << got.size() << " differ, first [" << first
                << "]: got " << show_value(got[first]) << ", want " << show_value(want[first]);
}

// The distance between neighbours of T around `value`, as the OpenCL specification defines ulp.
template <class T>
long double ulp_of(long double value) {
  constexpr int kDigits = std::is_same_v<T, half> ? 11 : std::numeric_limits<T>::digits;
  constexpr int kMinExponent = std::is_same_v<T, half> ? -14 : std::numeric_limits<T>::min_exponent - 1;
  const int exponent = value == 0 ? kMinExponent : std::max(std::ilogb(value), kMinExponent);
  return std::ldexp(1.0L, exponent - (kDigits - 1));
}

template <class T>
constexpr long double largest() {
  return std::is_same_v<T, half> ? 65504.0L : static_cast<long double>(std::numeric_limits<T>::max());
}

// How far `got` is from `want`, in ulp. Infinite where one is NaN and the other not, or where the
// sign of an infinity is wrong. An infinity for a number that rounds beyond the largest is right.
template <class T>
long double ulp_error(T got_value, long double want) {
  const long double got = static_cast<long double>(got_value);
  const long double infinity = std::numeric_limits<long double>::infinity();
  if (std::isnan(want)) return std::isnan(got) ? 0 : infinity;
  if (std::isnan(got)) return infinity;
  if (got == want) return 0;
  const long double limit = largest<T>();
  const bool beyond = std::fabs(want) > limit;  // infinity is right, and so is a near finite number
  if (std::isinf(got)) {
    if (std::signbit(got) != std::signbit(want)) return infinity;
    return beyond ? 0 : (limit + ulp_of<T>(limit) - std::fabs(want)) / ulp_of<T>(limit);
  }
  if (std::isinf(want)) return infinity;
  if (beyond) return std::fabs(got - want) / ulp_of<T>(limit);
  return std::fabs(got - want) / ulp_of<T>(want);
}

// Element by element within `bound` ulp of an exact result; `bound` 0 asks for the correctly rounded one.
template <class T>
void expect_ulp(const std::vector<T>& got, const std::vector<long double>& want, double bound, const std::string& what,
                const std::vector<std::string>& inputs = {}) {
  ASSERT_EQ(got.size(), want.size()) << what;
  std::size_t wrong = 0, worst = 0;
  long double worst_error = -1;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const long double target = bound == 0 ? static_cast<long double>(static_cast<T>(want[i])) : want[i];
    const long double error = ulp_error<T>(got[i], target);
    if (error > bound) {
      ++wrong;
      if (error > worst_error) worst_error = error, worst = i;
    }
  }
  if (wrong == 0) return;
  ADD_FAILURE() << what << ": " << wrong << " of " << got.size() << " beyond " << bound << " ulp, worst " << worst_error
                << " at [" << worst << "]" << (inputs.empty() ? "" : " of " + inputs[worst]) << ": got "
                << show_value(got[worst]) << ", want " << show(want[worst]);
}

}  // namespace suite
