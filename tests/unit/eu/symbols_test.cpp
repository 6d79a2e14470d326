// Symbolic lanes make claims about all values: two numbers are equal, a bit is 1, a condition is always true. Random
// programs are executed on symbolic and on concrete lanes, and each claim must hold for the concrete values.
#include "eu/analysis/symbols.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>
#include <vector>

namespace eugene::eu {
namespace {

// The operations on concrete lanes. Those on symbolic lanes are found by their arguments.
using sem::bit_and, sem::bit_not, sem::bit_or, sem::bit_xor, sem::equal, sem::less, sem::minus, sem::negated, sem::plus;

constexpr unsigned kSamples = 24;

template <class T>
struct Entry {
  Symbol<T> symbol;
  std::array<T, kSamples> values;
};
struct Claim {
  Condition condition;
  std::array<bool, kSamples> values;
};

// Numbers and conditions of one lane type, computed from registers with random contents.
template <class T>
class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : random_(seed) {
    for (unsigned n = 0; n < 3; ++n) add_input(n * 8);
    add_narrow<std::int32_t>(24);
    add_narrow<std::uint32_t>(28);
    for (const T number : {T{0}, T{1}, T{2}, T{31}, static_cast<T>(~T{0}), std::numeric_limits<T>::max()}) {
      Entry<T>& entry = entries.emplace_back(sem::like(entries[0].symbol, number), std::array<T, kSamples>{});
      entry.values.fill(number);
    }
  }

  void step() {
    switch (random_() % 12) {
      case 0: return add([](auto a, auto b) { return plus(a, b); });
      case 1: return add([](auto a, auto b) { return minus(a, b); });
      case 2: return add([](auto a, auto) { return negated(a); });
      case 3: return add([](auto a, auto b) { return bit_and(a, b); });
      case 4: return add([](auto a, auto b) { return bit_or(a, b); });
      case 5: return add([](auto a, auto b) { return bit_xor(a, b); });
      case 6: return add([](auto a, auto) { return bit_not(a); });
      case 7: return add_shifted();
      case 8: return add_claim([](auto a, auto b) { return equal(a, b); });
      case 9: return add_claim([](auto a, auto b) { return less(a, b); });
      case 10: return combine_claims();
      default: return add_selected();
    }
  }

  std::vector<Entry<T>> entries;
  std::vector<Claim> claims;
  Symbols symbols;

 private:
  T sample() {
    constexpr std::array kSpecial{T{0}, T{1}, static_cast<T>(~T{0}), std::numeric_limits<T>::max(),
                                  std::numeric_limits<T>::min()};
    const std::uint64_t bits = random_();
    return bits % 3 == 0 ? kSpecial[bits / 3 % kSpecial.size()] : static_cast<T>(random_() >> bits / 3 % 64);
  }
  void add_input(std::size_t place) {
    Entry<T>& entry = entries.emplace_back(Symbol<T>{&symbols, symbols.input(place, sizeof(T))});
    for (T& value : entry.values) value = sample();
  }
  template <class From>
  void add_narrow(std::size_t place) {
    Entry<T>& entry = entries.emplace_back(convert<T>(Symbol<From>{&symbols, symbols.input(place, sizeof(From))}));
    for (T& value : entry.values) value = sem::convert<T>(static_cast<From>(sample()));
  }
  const auto& any(const auto& all) { return all[random_() % all.size()]; }

  template <class Operation>
  void add(Operation operation) {
    const Entry<T> a = any(entries), b = any(entries);
    Entry<T> result{operation(a.symbol, b.symbol), {}};
    for (unsigned i = 0; i < kSamples; ++i) result.values[i] = operation(a.values[i], b.values[i]);
    entries.push_back(result);
  }
  void add_shifted() {
    const auto count = static_cast<T>(random_() % kSymbolBits<T>);
    const bool is_left = random_() % 2 == 0;
    const Entry<T> from = any(entries);
    const Symbol<T> symbolic = sem::like(from.symbol, count);
    Entry<T> result{is_left ? shift_left(from.symbol, symbolic) : shift_right(from.symbol, symbolic), {}};
    for (unsigned i = 0; i < kSamples; ++i)
      result.values[i] = is_left ? sem::shift_left(from.values[i], count) : sem::shift_right(from.values[i], count);
    entries.push_back(result);
  }
  template <class Operation>
  void add_claim(Operation operation) {
    const Entry<T> a = any(entries), b = any(entries);
    Claim claim{operation(a.symbol, b.symbol), {}};
    for (unsigned i = 0; i < kSamples; ++i) claim.values[i] = operation(a.values[i], b.values[i]);
    claims.push_back(claim);
  }
  void combine_claims() {
    if (claims.empty()) return;
    const Claim a = any(claims), b = any(claims);
    const bool is_and = random_() % 2 == 0;
    Claim result{mask_not(is_and ? mask_and(a.condition, b.condition) : mask_or(a.condition, b.condition)), {}};
    for (unsigned i = 0; i < kSamples; ++i)
      result.values[i] = !(is_and ? a.values[i] && b.values[i] : a.values[i] || b.values[i]);
    claims.push_back(result);
  }
  void add_selected() {
    if (claims.empty()) return;
    const Claim claim = any(claims);
    const Entry<T> a = any(entries), b = any(entries);
    Entry<T> result{select(claim.condition, a.symbol, b.symbol), {}};
    for (unsigned i = 0; i < kSamples; ++i) result.values[i] = claim.values[i] ? a.values[i] : b.values[i];
    entries.push_back(result);
  }

  std::mt19937_64 random_;
};

// Counts the claims, so that the test shows that there are some.
struct Count {
  unsigned equal = 0, bits = 0, constant = 0, same = 0;
};

template <class T>
void check_numbers(const RandomValues<T>& values, Count& count) {
  for (std::size_t n = 0; n < values.entries.size(); ++n) {
    const Entry<T>& entry = values.entries[n];
    if (const auto bits = values.symbols.bits(entry.symbol.number, kSymbolBits<T>)) {
      for (unsigned i = 0; i < kSymbolBits<T>; ++i) {
        if ((*bits)[i] > 1) continue;
        ++count.bits;
        for (const T value : entry.values)
          ASSERT_EQ(static_cast<std::uint64_t>(value) >> i & 1, (*bits)[i]) << "bit " << i;
      }
    }
    for (std::size_t m = 0; m < n; ++m) {
      const Entry<T>& other = values.entries[m];
      if (entry.symbol.number.known < kSymbolBits<T> || entry.symbol.number != other.symbol.number) continue;
      ++count.equal;
      ASSERT_EQ(entry.values, other.values) << n << " and " << m;
    }
  }
}

template <class T>
void check_conditions(const RandomValues<T>& values, Count& count) {
  for (const Claim& claim : values.claims) {
    for (const bool value : {false, true}) {
      if (!claim.condition.truth.is(value)) continue;
      ++count.constant;
      for (const bool sample : claim.values) ASSERT_EQ(sample, value);
    }
    for (const Claim& other : values.claims) {
      if (&other == &claim || !values.symbols.are_equal(claim.condition.truth, other.condition.truth)) continue;
      ++count.same;
      ASSERT_EQ(claim.values, other.values);
    }
  }
}

template <class T>
void check_claims() {
  Count count;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    RandomValues<T> values(seed);
    for (unsigned i = 0; i < 120; ++i) values.step();
    SCOPED_TRACE(seed);
    ASSERT_NO_FATAL_FAILURE(check_numbers(values, count));
    ASSERT_NO_FATAL_FAILURE(check_conditions(values, count));
  }
  EXPECT_GT(count.equal, 10'000U);
  EXPECT_GT(count.bits, 100'000U);
  EXPECT_GT(count.constant, 1'000U);
  EXPECT_GT(count.same, 1'000U);
}

TEST(Symbols, ClaimOnlyWhatHoldsForAllValues) {
  check_claims<std::int32_t>();
  check_claims<std::uint32_t>();
  check_claims<std::int64_t>();
  check_claims<std::uint64_t>();
}

// A truth table has six atoms. A further comparison is unknown, and not true.
TEST(Symbols, KnowNothingBeyondSixComparisons) {
  using Dword = Symbol<std::uint32_t>;
  Symbols symbols;
  const auto input = [&](std::size_t place) { return Dword{&symbols, symbols.input(place, 4)}; };
  std::vector<Dword> inputs;
  for (std::size_t n = 0; n < 7; ++n) inputs.push_back(input(n * 4));
  for (std::size_t n = 0; n < 6; ++n) EXPECT_TRUE(less(inputs[n], inputs[6]).truth.known);
  const Dword bit = bit_and(input(200), sem::like(inputs[0], 1U));
  const Truth truth = equal(bit, sem::like(bit, 0U)).truth;
  EXPECT_FALSE(truth.known);
}

// The sum's carry is not known, so neither is the difference of its two extensions.
TEST(Symbols, DoNotTakeUnknownHighBitsForZeros) {
  using Dword = Symbol<std::uint32_t>;
  Symbols symbols;
  const Dword sum = plus(Dword{&symbols, symbols.input(0, 4)}, Dword{&symbols, symbols.input(4, 4)});
  const auto as_signed = convert<std::uint64_t>(bit_cast_lane<std::int32_t>(sum));
  const auto as_unsigned = convert<std::uint64_t>(sum);
  const auto difference = minus(as_signed, as_unsigned);
  EXPECT_FALSE(difference.number.is_constant());
  EXPECT_LT(times(as_unsigned, difference).number.known, 64U);
}

}  // namespace
}  // namespace eugene::eu
