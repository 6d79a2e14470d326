// Symbolic lanes are a third domain of sem (sem/lane.h). The value of a symbolic lane is a formula over the bits that
// registers held before the code. Instructions that are executed on symbolic lanes show what they compute for every
// value of these registers. An analysis can thus prove that code computes a known function.
//
// A number is a sum of words and a constant, modulo a power of two. A word is 32 bits. Each bit is a constant, a bit of
// a register, or a condition. Shifts by constants and logic only move bits, so different instructions for the same
// number give the same sum. A condition is a truth table over comparisons of numbers and over single bits. All other
// values are unknown.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/bits.h"
#include "sem/lane.h"

namespace eugene::eu {

// A number modulo 2^64.
struct Number {
  // A word times a factor.
  struct Term {
    std::uint32_t word = 0;  // index in Symbols
    std::uint64_t factor = 0;
    auto operator<=>(const Term&) const = default;
  };
  static constexpr std::size_t kMaxTerms = 4;

  std::uint64_t constant = 0;
  std::array<Term, kMaxTerms> terms = {};  // ascending words, no factor of 0; the rest is empty
  unsigned count = 0;
  unsigned known = 64;  // only this many low bits are known; 0: nothing is
  bool stale = false;   // depends on a register whose value would be out of date (loop_step.h)

  bool operator==(const Number&) const = default;
  bool is_constant() const { return known == 64 && count == 0; }
  static Number unknown(bool is_stale) { return {.known = 0, .stale = is_stale}; }
};

// The conditions of one channel, as a truth table over at most six atoms.
struct Truth {
  std::uint64_t table = 0;
  bool known = true;
  bool stale = false;

  bool operator==(const Truth&) const = default;
  bool is(bool value) const { return known && table == (value ? ~std::uint64_t{0} : 0); }
  bool is_constant() const { return is(true) || is(false); }
  static Truth constant(bool value) { return {.table = value ? ~std::uint64_t{0} : 0}; }
  static Truth unknown(bool is_stale) { return {.known = false, .stale = is_stale}; }
};

Truth both(const Truth& a, const Truth& b);
Truth either(const Truth& a, const Truth& b);
Truth inverse(const Truth& a);

// The words and atoms of one channel.
class Symbols {
 public:
  // 0, 1, or a variable.
  using Bit = std::uint32_t;
  using Bits = std::array<Bit, 64>;

  // Returns the bit of the Thread that is bit `index` of the byte at `place`.
  static constexpr Bit input_bit(std::size_t place, unsigned index) {
    return kFirstInput + static_cast<Bit>(place * 8 + index);
  }
  static constexpr bool is_input(Bit bit) { return bit >= kFirstInput && bit < kFirstCondition; }
  // Returns the number in `bytes` bytes at `place`.
  Number input(std::size_t place, unsigned bytes);

  // Returns the low `count` bits of the number. Returns nothing if one of these bits is unknown or depends on a carry.
  std::optional<Bits> bits(const Number& number, unsigned count) const;
  Number from_bits(const Bits& bits);
  // Returns the number modulo 2^`width`, in its only form.
  Number wrapped(const Number& number, unsigned width);

  // Return `a and b`, `a or b`, `a xor b`. Return nothing if the truth table would need too many atoms.
  std::optional<Bit> conjunction(Bit a, Bit b);
  std::optional<Bit> disjunction(Bit a, Bit b);
  std::optional<Bit> difference(Bit a, Bit b);
  Number selected(const Truth& truth, const Number& if_true, const Number& if_false, unsigned width);
  // Returns a number of `from` bits as a number of `to` bits.
  Number converted(const Number& number, unsigned from, bool is_signed, unsigned to);

  Truth equal(const Number& a, const Number& b, unsigned width);
  Truth less(const Number& a, const Number& b, unsigned width, bool is_signed);
  // Returns the rows of truth tables that can occur: of two numbers, one cannot be both equal and less.
  std::uint64_t possible() const;
  bool are_equal(const Truth& a, const Truth& b) const {
    return a.known && b.known && ((a.table ^ b.table) & possible()) == 0;
  }

 private:
  static constexpr Bit kFirstInput = 2;
  static constexpr Bit kFirstCondition = 1U << 30;
  static constexpr std::size_t kMaxAtoms = 6;

  enum class Kind : std::uint8_t { bit, equal, less, signed_less };
  struct Atom {
    Kind kind = Kind::bit;
    Bit bit = 0;
    unsigned width = 0;
    Number a, b;
    bool operator==(const Atom&) const = default;
  };
  using Word = std::array<Bit, 32>;

  std::uint32_t word(const Word& bits);
  Truth atom(const Atom& atom);
  Truth truth(Bit bit);
  std::optional<Bit> bit(const Truth& truth);
  Truth equal_bits(const Bits& a, const Bits& b, unsigned width, bool& is_found);

  std::vector<Word> words_;
  std::vector<Atom> atoms_;
  std::vector<std::uint64_t> conditions_;  // truth tables of the bits from kFirstCondition on
};

Number sum(const Number& a, const Number& b);
Number product(const Number& number, std::uint64_t factor);

// A lane of sem, and the result of a comparison.
template <class E>
struct Symbol {
  Symbols* symbols = nullptr;
  Number number;
};
struct Condition {
  Symbols* symbols = nullptr;
  Truth truth;
};

template <class E>
inline constexpr unsigned kSymbolBits = sizeof(E) * 8;

}  // namespace eugene::eu

template <class E>
struct eugene::sem::LaneTraits<eugene::eu::Symbol<E>> {
  using Element = E;
  using Mask = eugene::eu::Condition;
  template <class To>
  using Rebind = eugene::eu::Symbol<To>;
  static eugene::eu::Symbol<E> like(const eugene::eu::Symbol<E>& v, E number) {
    return {v.symbols, {.constant = static_cast<std::uint64_t>(number) & low_mask(sizeof(E) * 8)}};
  }
};

// The operations of sem/lane.h on integers.
namespace eugene::eu {

template <class E>
Symbol<E> wrap(Symbols* symbols, const Number& number) {
  return {symbols, symbols->wrapped(number, kSymbolBits<E>)};
}

template <class E>
Symbol<E> plus(Symbol<E> a, Symbol<E> b) {
  return wrap<E>(a.symbols, sum(a.number, b.number));
}
template <class E>
Symbol<E> negated(Symbol<E> a) {
  return wrap<E>(a.symbols, product(a.number, ~std::uint64_t{0}));
}
template <class E>
Symbol<E> minus(Symbol<E> a, Symbol<E> b) {
  return plus(a, negated(b));
}
template <class E>
Symbol<E> times(Symbol<E> a, Symbol<E> b) {
  if (b.number.is_constant()) return wrap<E>(a.symbols, product(a.number, b.number.constant));
  if (a.number.is_constant()) return times(b, a);
  return {a.symbols, Number::unknown(a.number.stale || b.number.stale)};
}

// Computes each bit by `function`, a member of Symbols.
template <class E>
Symbol<E> by_bits(Symbol<E> a, Symbol<E> b,
                  std::optional<Symbols::Bit> (Symbols::*function)(Symbols::Bit, Symbols::Bit)) {
  Symbols& symbols = *a.symbols;
  const Symbol<E> unknown{&symbols, Number::unknown(a.number.stale || b.number.stale)};
  const auto x = symbols.bits(a.number, kSymbolBits<E>);
  const auto y = symbols.bits(b.number, kSymbolBits<E>);
  if (!x || !y) return unknown;
  Symbols::Bits bits{};
  for (unsigned i = 0; i < kSymbolBits<E>; ++i) {
    const auto bit = (symbols.*function)((*x)[i], (*y)[i]);
    if (!bit) return unknown;
    bits[i] = *bit;
  }
  return {&symbols, symbols.from_bits(bits)};
}
template <class E>
Symbol<E> bit_and(Symbol<E> a, Symbol<E> b) {
  return by_bits(a, b, &Symbols::conjunction);
}
template <class E>
Symbol<E> bit_xor(Symbol<E> a, Symbol<E> b) {
  return by_bits(a, b, &Symbols::difference);
}
template <class E>
Symbol<E> bit_not(Symbol<E> a) {
  return minus(negated(a), sem::like(a, E{1}));
}
template <class E>
Symbol<E> bit_or(Symbol<E> a, Symbol<E> b) {
  return by_bits(a, b, &Symbols::disjunction);
}

// Counts of shifts are less than the lane's bits (sem/lane.h).
template <class E>
Symbol<E> shift_left(Symbol<E> a, Symbol<E> count) {
  if (!count.number.is_constant()) return {a.symbols, Number::unknown(a.number.stale || count.number.stale)};
  return wrap<E>(a.symbols, product(a.number, std::uint64_t{1} << count.number.constant));
}
template <class E>
Symbol<E> shift_right(Symbol<E> a, Symbol<E> count) {
  const auto from = a.symbols->bits(a.number, kSymbolBits<E>);
  if (!count.number.is_constant() || !from) return {a.symbols, Number::unknown(a.number.stale || count.number.stale)};
  Symbols::Bits bits{};
  for (unsigned i = 0; i < kSymbolBits<E>; ++i) {
    const std::uint64_t at = i + count.number.constant;
    if (at < kSymbolBits<E>)
      bits[i] = (*from)[at];
    else if (std::is_signed_v<E>)
      bits[i] = (*from)[kSymbolBits<E> - 1];
  }
  return {a.symbols, a.symbols->from_bits(bits)};
}

template <class E>
Condition equal(Symbol<E> a, Symbol<E> b) {
  return {a.symbols, a.symbols->equal(a.number, b.number, kSymbolBits<E>)};
}
template <class E>
Condition less(Symbol<E> a, Symbol<E> b) {
  return {a.symbols, a.symbols->less(a.number, b.number, kSymbolBits<E>, std::is_signed_v<E>)};
}
inline Condition mask_and(Condition a, Condition b) { return {a.symbols, both(a.truth, b.truth)}; }
inline Condition mask_or(Condition a, Condition b) { return {a.symbols, either(a.truth, b.truth)}; }
inline Condition mask_not(Condition a) { return {a.symbols, inverse(a.truth)}; }
template <class E>
Condition less_equal(Symbol<E> a, Symbol<E> b) {
  return mask_not(less(b, a));
}
template <class E>
Symbol<E> select(Condition condition, Symbol<E> if_true, Symbol<E> if_false) {
  return {condition.symbols,
          condition.symbols->selected(condition.truth, if_true.number, if_false.number, kSymbolBits<E>)};
}

template <class To, class From>
Symbol<To> convert(Symbol<From> v) {
  return {v.symbols, v.symbols->converted(v.number, kSymbolBits<From>, std::is_signed_v<From>, kSymbolBits<To>)};
}
template <class To, class From>
Symbol<To> bit_cast_lane(Symbol<From> v) {
  static_assert(sizeof(To) == sizeof(From));
  return {v.symbols, v.number};
}

}  // namespace eugene::eu
