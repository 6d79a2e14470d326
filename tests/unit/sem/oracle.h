// MPFR as an independent oracle: an operation computed exactly and rounded once to binary16, 32 or 64.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <random>
#include <vector>

#include "sem/mode.h"

namespace eugene::test {

inline double to_double(sem::Half v) { return sem::half_to_float(v); }
inline double to_double(float v) { return v; }
inline double to_double(double v) { return v; }

inline mpfr_rnd_t mpfr_rounding(sem::Rounding rounding) {
  static constexpr mpfr_rnd_t kModes[] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
  return kModes[static_cast<int>(rounding)];
}

class Real {
 public:
  explicit Real(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Real() { mpfr_clear(value_); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

// Rounds to the format T. One object a format and thread of tests: MPFR's exponent range is global.
template <sem::FloatElement T>
class Oracle {
 public:
  static constexpr int kPrecision = static_cast<int>(sem::FloatLayout<T>::kFraction) + 1;
  static constexpr int kMaxExponent = 1 << (sem::FloatLayout<T>::kExponent - 1);
  // The exponent of the least denormal, as MPFR counts.
  static constexpr int kMinExponent = 4 - kMaxExponent - kPrecision;

  Oracle() : out_(kPrecision), a_(64), b_(64), c_(64) {}

  T add(T a, T b, sem::Rounding r) {
    return rounded(r, [&](mpfr_ptr out, mpfr_rnd_t m) { return mpfr_add(out, load(a_, a), load(b_, b), m); });
  }
  T mul(T a, T b, sem::Rounding r) {
    return rounded(r, [&](mpfr_ptr out, mpfr_rnd_t m) { return mpfr_mul(out, load(a_, a), load(b_, b), m); });
  }
  T div(T a, T b, sem::Rounding r) {
    return rounded(r, [&](mpfr_ptr out, mpfr_rnd_t m) { return mpfr_div(out, load(a_, a), load(b_, b), m); });
  }
  T sqrt(T a, sem::Rounding r) {
    return rounded(r, [&](mpfr_ptr out, mpfr_rnd_t m) { return mpfr_sqrt(out, load(a_, a), m); });
  }
  T fma(T a, T b, T c, sem::Rounding r) {
    return rounded(r,
                   [&](mpfr_ptr out, mpfr_rnd_t m) { return mpfr_fma(out, load(a_, a), load(b_, b), load(c_, c), m); });
  }
  // Any number that MPFR holds in 64 bits of precision.
  T round(double v, sem::Rounding r) {
    mpfr_set_d(a_.get(), v, MPFR_RNDN);
    return rounded(r, [&](mpfr_ptr out, mpfr_rnd_t m) { return mpfr_set(out, a_.get(), m); });
  }
  T round(std::int64_t v, sem::Rounding r) {
    mpfr_set_sj(a_.get(), v, MPFR_RNDN);
    return rounded(r, [&](mpfr_ptr out, mpfr_rnd_t m) { return mpfr_set(out, a_.get(), m); });
  }
  T round(std::uint64_t v, sem::Rounding r) {
    mpfr_set_uj(a_.get(), v, MPFR_RNDN);
    return rounded(r, [&](mpfr_ptr out, mpfr_rnd_t m) { return mpfr_set(out, a_.get(), m); });
  }

 private:
  static mpfr_ptr load(Real& real, T value) {
    mpfr_set_d(real.get(), to_double(value), MPFR_RNDN);
    return real.get();
  }

  template <class Operation>
  T rounded(sem::Rounding rounding, Operation operation) {
    const mpfr_rnd_t mode = mpfr_rounding(rounding);
    const mpfr_exp_t old_min = mpfr_get_emin();
    const mpfr_exp_t old_max = mpfr_get_emax();
    int inexact = operation(out_.get(), mode);
    mpfr_set_emin(kMinExponent);
    mpfr_set_emax(kMaxExponent);
    inexact = mpfr_check_range(out_.get(), inexact, mode);
    mpfr_subnormalize(out_.get(), inexact, mode);
    const double value = mpfr_get_d(out_.get(), MPFR_RNDN);
    mpfr_set_emin(old_min);
    mpfr_set_emax(old_max);
    if (std::isnan(value)) return std::bit_cast<T>(sem::kNan<T>);
    if constexpr (std::same_as<T, sem::Half>)
      return sem::double_to_half(value);
    else
      return static_cast<T>(value);  // exact
  }

  Real out_, a_, b_, c_;
};

template <sem::FloatElement T>
sem::BitsOf<T> bits_of(T v) {
  return std::bit_cast<sem::BitsOf<T>>(v);
}

// Every special value of T, its neighbours, powers of two, and `random` values of all exponents.
template <sem::FloatElement T>
std::vector<T> special_values(unsigned random) {
  using Bits = sem::BitsOf<T>;
  constexpr Bits kOne = sem::kOneBits<T>;
  constexpr Bits kLeastNormal = static_cast<Bits>(Bits{1} << sem::FloatLayout<T>::kFraction);
  std::vector<Bits> bits;
  for (const Bits near : {Bits{1}, kLeastNormal, kOne, static_cast<Bits>(kOne + kLeastNormal),
                          static_cast<Bits>(kOne - kLeastNormal), sem::kExponentBits<T>}) {
    for (int step = -1; step <= 1; ++step) bits.push_back(static_cast<Bits>(near + static_cast<Bits>(step)));
  }
  bits.push_back(static_cast<Bits>(kLeastNormal / 2));
  bits.push_back(sem::kNan<T>);
  bits.push_back(static_cast<Bits>(kOne | (kLeastNormal / 2)));
  const unsigned exponents = (1U << sem::FloatLayout<T>::kExponent) - 1;
  for (unsigned exponent = 1; exponent < exponents; exponent += 1 + exponents / 12) {
    const Bits power = static_cast<Bits>(static_cast<Bits>(exponent) << sem::FloatLayout<T>::kFraction);
    bits.push_back(power);
    bits.push_back(static_cast<Bits>(power | (kLeastNormal - 1)));
  }
  std::mt19937_64 engine(sizeof(T));
  for (unsigned i = 0; i < random; ++i) bits.push_back(static_cast<Bits>(engine() & ~sem::kSignBit<T>));
  std::vector<T> values;
  for (const Bits b : bits) {
    values.push_back(std::bit_cast<T>(b));
    values.push_back(std::bit_cast<T>(static_cast<Bits>(b | sem::kSignBit<T>)));
  }
  return values;
}

}  // namespace eugene::test
