#include "eu/analysis/symbols.h"

#include <bit>

namespace eugene::eu {
namespace {

constexpr unsigned kWordBits = 32;

}  // namespace

Truth both(const Truth& a, const Truth& b) {
  if (a.is(false) || b.is(false)) return Truth::constant(false);
  if (!a.known || !b.known) return Truth::unknown(a.stale || b.stale);
  return {.table = a.table & b.table};
}
Truth either(const Truth& a, const Truth& b) { return inverse(both(inverse(a), inverse(b))); }
Truth inverse(const Truth& a) { return a.known ? Truth{.table = ~a.table} : a; }

Number sum(const Number& a, const Number& b) {
  Number result{.constant = a.constant + b.constant, .known = std::min(a.known, b.known), .stale = a.stale || b.stale};
  if (result.known == 0) return Number::unknown(result.stale);
  const auto add = [&](const Number::Term& term) {
    auto* const end = result.terms.begin() + result.count;
    auto* const at = std::find_if(result.terms.begin(), end, [&](const auto& each) { return each.word >= term.word; });
    if (at != end && at->word == term.word) {
      at->factor += term.factor;
      return true;
    }
    if (result.count == Number::kMaxTerms) return false;
    std::copy_backward(at, end, end + 1);
    *at = term;
    ++result.count;
    return true;
  };
  for (const Number* number : {&a, &b})
    for (unsigned i = 0; i < number->count; ++i)
      if (!add(number->terms[i])) return Number::unknown(result.stale);
  return result;
}

Number product(const Number& number, std::uint64_t factor) {
  Number result = number;
  result.constant *= factor;
  for (Number::Term& term : result.terms) term.factor *= factor;
  return result;
}

std::uint32_t Symbols::word(const Word& bits) {
  const auto at = std::ranges::find(words_, bits);
  if (at == words_.end()) {
    words_.push_back(bits);
    return static_cast<std::uint32_t>(words_.size() - 1);
  }
  return static_cast<std::uint32_t>(at - words_.begin());
}

Number Symbols::input(std::size_t place, unsigned bytes) {
  Bits bits{};
  for (unsigned i = 0; i < bytes * 8; ++i) bits[i] = input_bit(place, i);
  return from_bits(bits);
}

Number Symbols::from_bits(const Bits& bits) {
  Number result;
  for (unsigned first = 0; first < bits.size(); first += kWordBits) {
    Word half{};
    std::ranges::copy_n(bits.begin() + first, kWordBits, half.begin());
    if (std::ranges::any_of(half, [](Bit bit) { return bit > 1; })) {
      result.terms[result.count++] = {word(half), std::uint64_t{1} << first};
    } else {
      for (unsigned i = 0; i < kWordBits; ++i) result.constant |= std::uint64_t{half[i]} << (first + i);
    }
  }
  if (result.count == 2 && result.terms[0].word > result.terms[1].word) std::swap(result.terms[0], result.terms[1]);
  // Two equal halves are one word with a sum of factors.
  if (result.count == 2 && result.terms[0].word == result.terms[1].word) {
    result.terms[0].factor += result.terms[1].factor;
    result.terms[1] = {};
    result.count = 1;
  }
  return result;
}

std::optional<Symbols::Bits> Symbols::bits(const Number& number, unsigned count) const {
  if (number.known < count) return std::nullopt;
  Bits result{};
  for (unsigned i = 0; i < count; ++i) result[i] = number.constant >> i & 1;
  for (unsigned n = 0; n < number.count; ++n) {
    const auto& [at, factor] = number.terms[n];
    // A factor of two bits is the word at two places.
    const std::uint64_t places = factor & low_mask(count);
    if (std::popcount(places) > 2) return std::nullopt;
    for (std::uint64_t rest = places; rest != 0; rest &= rest - 1) {
      const auto shift = static_cast<unsigned>(std::countr_zero(rest));
      for (unsigned i = 0; i < kWordBits && shift + i < count; ++i) {
        const Bit bit = words_[at][i];
        if (bit == 0) continue;
        if (result[shift + i] != 0) return std::nullopt;  // carries
        result[shift + i] = bit;
      }
    }
  }
  return result;
}

Number Symbols::wrapped(const Number& number, unsigned width) {
  if (number.known == 0) return number;
  if (number.known >= width) {
    if (const auto found = bits(number, width)) {
      Number result = from_bits(*found);
      result.stale = number.stale;
      return result;
    }
  }
  Number result{.constant = number.constant & low_mask(width),
                .known = number.known >= width ? 64 : number.known,
                .stale = number.stale};
  for (unsigned i = 0; i < number.count; ++i) {
    const std::uint64_t factor = number.terms[i].factor & low_mask(width);
    if (factor != 0) result.terms[result.count++] = {number.terms[i].word, factor};
  }
  return result;
}

Number Symbols::converted(const Number& number, unsigned from, bool is_signed, unsigned to) {
  if (to <= from || number.known == 0) return wrapped(number, to);
  Number result = number;
  if (auto found = bits(number, from)) {
    for (unsigned i = from; i < to && is_signed; ++i) (*found)[i] = (*found)[from - 1];
    result = from_bits(*found);
    result.stale = number.stale;
  } else {
    result.known = std::min(result.known, from);
  }
  return result;
}

// ---- Truths. ----

Truth Symbols::atom(const Atom& atom) {
  static constexpr std::array<std::uint64_t, kMaxAtoms> kTables{0xAAAA'AAAA'AAAA'AAAA, 0xCCCC'CCCC'CCCC'CCCC,
                                                                0xF0F0'F0F0'F0F0'F0F0, 0xFF00'FF00'FF00'FF00,
                                                                0xFFFF'0000'FFFF'0000, 0xFFFF'FFFF'0000'0000};
  const auto at = static_cast<std::size_t>(std::ranges::find(atoms_, atom) - atoms_.begin());
  if (at == kMaxAtoms) return Truth::unknown(false);
  if (at == atoms_.size()) atoms_.push_back(atom);
  return {.table = kTables[at]};
}

Truth Symbols::truth(Bit bit) {
  if (bit < kFirstInput) return Truth::constant(bit == 1);
  if (bit >= kFirstCondition) return {.table = conditions_[bit - kFirstCondition]};
  return atom({.bit = bit});
}

std::optional<Symbols::Bit> Symbols::bit(const Truth& truth) {
  if (truth.is_constant()) return truth.is(true) ? 1 : 0;
  if (!truth.known) return std::nullopt;
  const auto at = std::ranges::find(conditions_, truth.table) - conditions_.begin();
  if (at == static_cast<std::ptrdiff_t>(conditions_.size())) conditions_.push_back(truth.table);
  return kFirstCondition + static_cast<Bit>(at);
}

std::optional<Symbols::Bit> Symbols::conjunction(Bit a, Bit b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  return a == 0 || b == 0 ? std::optional<Bit>(0) : bit(both(truth(a), truth(b)));
}
std::optional<Symbols::Bit> Symbols::disjunction(Bit a, Bit b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  return a == 1 || b == 1 ? std::optional<Bit>(1) : bit(either(truth(a), truth(b)));
}
std::optional<Symbols::Bit> Symbols::difference(Bit a, Bit b) {
  if (a == b) return 0;
  if (a == 0) return b;
  if (b == 0) return a;
  const Truth x = truth(a), y = truth(b);
  return bit(either(both(x, inverse(y)), both(inverse(x), y)));
}

Number Symbols::selected(const Truth& truth, const Number& if_true, const Number& if_false, unsigned width) {
  if (truth.is_constant()) return truth.is(true) ? if_true : if_false;
  const Number unknown = Number::unknown(truth.stale || if_true.stale || if_false.stale);
  const auto x = bits(if_true, width), y = bits(if_false, width);
  if (!truth.known || !x || !y) return unknown;
  Bits result{};
  for (unsigned i = 0; i < width; ++i) {
    if ((*x)[i] == (*y)[i]) {
      result[i] = (*x)[i];
      continue;
    }
    const Truth chosen = either(both(truth, this->truth((*x)[i])), both(inverse(truth), this->truth((*y)[i])));
    const auto found = bit(chosen);
    if (!found) return unknown;
    result[i] = *found;
  }
  return from_bits(result);
}

// Returns the truth of all bits being equal, if at most two of them are in doubt.
Truth Symbols::equal_bits(const Bits& a, const Bits& b, unsigned width, bool& is_found) {
  Truth result = Truth::constant(true);
  unsigned in_doubt = 0;
  for (unsigned i = 0; i < width; ++i) {
    if (a[i] == b[i]) continue;
    if (a[i] < kFirstInput && b[i] < kFirstInput) {
      is_found = true;
      return Truth::constant(false);
    }
    if (++in_doubt > 2) continue;
    const auto differs = difference(a[i], b[i]);
    result = both(result, differs ? inverse(truth(*differs)) : Truth::unknown(false));
  }
  is_found = in_doubt <= 2;
  return result;
}

Truth Symbols::equal(const Number& a, const Number& b, unsigned width) {
  if (a.known < width || b.known < width) return Truth::unknown(a.stale || b.stale);
  if (a == b) return Truth::constant(true);
  if (a.is_constant() && b.is_constant()) return Truth::constant(a.constant == b.constant);
  const auto x = bits(a, width), y = bits(b, width);
  if (x && y) {
    const bool is_word = std::ranges::count_if(*x, [](Bit bit) { return bit > 1; }) > 2;
    bool is_found = false;
    if (!is_word) {
      const Truth result = equal_bits(*x, *y, width, is_found);
      if (is_found) return result;
    }
  }
  const bool is_ordered = a.terms < b.terms;
  return atom({.kind = Kind::equal, .width = width, .a = is_ordered ? a : b, .b = is_ordered ? b : a});
}

Truth Symbols::less(const Number& a, const Number& b, unsigned width, bool is_signed) {
  if (a.known < width || b.known < width) return Truth::unknown(a.stale || b.stale);
  if (a == b) return Truth::constant(false);
  if (a.is_constant() && b.is_constant())
    return Truth::constant(is_signed ? sign_extend(a.constant, width) < sign_extend(b.constant, width)
                                     : a.constant < b.constant);
  const auto x = bits(a, width), y = bits(b, width);
  const bool is_positive = x && y && (*x)[width - 1] == 0 && (*y)[width - 1] == 0;
  if (is_positive) is_signed = false;
  if (!is_signed && b.is_constant() && b.constant == 0) return Truth::constant(false);
  const Kind kind = is_signed ? Kind::signed_less : Kind::less;
  if (a.terms < b.terms) return atom({.kind = kind, .width = width, .a = a, .b = b});
  // Not greater and not equal.
  return both(inverse(atom({.kind = kind, .width = width, .a = b, .b = a})), inverse(equal(a, b, width)));
}

std::uint64_t Symbols::possible() const {
  std::uint64_t result = ~std::uint64_t{0};
  const auto table = [](std::size_t at) {
    std::uint64_t rows = 0;
    for (unsigned row = 0; row < 64; ++row)
      if ((row >> at & 1) != 0) rows |= std::uint64_t{1} << row;
    return rows;
  };
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    for (std::size_t j = 0; j < atoms_.size(); ++j) {
      if (atoms_[i].kind != Kind::equal || (atoms_[j].kind != Kind::less && atoms_[j].kind != Kind::signed_less))
        continue;
      if (atoms_[i].a == atoms_[j].a && atoms_[i].b == atoms_[j].b && atoms_[i].width == atoms_[j].width)
        result &= ~(table(i) & table(j));
    }
  }
  return result;
}

}  // namespace eugene::eu
