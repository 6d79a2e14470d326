// The math instruction against MPFR: worst errors in units of the last place, the bounds that docs/record/testing.md
// states; integer division by its definition.
#include "sem/math.h"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle.h"

namespace eugene::sem::math_test {
namespace {

using isa::MathFunction;
using test::bits_of;
using test::Real;

const Mode kKeep{.keeps_df_denormals = true, .keeps_f_denormals = true, .keeps_hf_denormals = true};

// Distance of `got` from the exact value in units of the last place of the result's binade (never below the least
// denormal's). Infinities and NaNs must match the rounded value.
template <class T>
double ulp_error(T got, mpfr_ptr exact) {
  const double value = test::to_double(got);
  if (mpfr_nan_p(exact)) return std::isnan(value) ? 0 : HUGE_VAL;
  constexpr int kPrecision = test::Oracle<T>::kPrecision;
  constexpr int kMaxExponent = test::Oracle<T>::kMaxExponent;
  constexpr int kMinExponent = test::Oracle<T>::kMinExponent;
  if (mpfr_zero_p(exact)) return value == 0 ? 0 : HUGE_VAL;
  if (mpfr_inf_p(exact) || mpfr_get_exp(exact) > kMaxExponent) return std::isinf(value) ? 0 : HUGE_VAL;
  if (std::isinf(value)) return mpfr_get_exp(exact) == kMaxExponent ? 0.5 : HUGE_VAL;
  const long last = std::max<long>(mpfr_get_exp(exact) - kPrecision, kMinExponent - 1);
  Real error(200);
  mpfr_sub_d(error.get(), exact, value, MPFR_RNDN);
  mpfr_mul_2si(error.get(), error.get(), -last, MPFR_RNDN);
  return std::fabs(mpfr_get_d(error.get(), MPFR_RNDN));
}

using Reference = void (*)(mpfr_ptr out, mpfr_ptr x);

struct Worst {
  double error = 0;
  double at = 0;
};
template <class T>
Worst worst(MathFunction function, Reference reference, const std::vector<T>& sources) {
  Real x(64), exact(120);
  Worst result;
  for (const T source : sources) {
    mpfr_set_d(x.get(), test::to_double(source), MPFR_RNDN);
    reference(exact.get(), x.get());
    const double error = ulp_error(math(kKeep, function, source, source), exact.get());
    if (error > result.error) result = {error, test::to_double(source)};
  }
  return result;
}

// Floats spread evenly over [low, high), and evenly over their bits.
std::vector<float> spread(float low, float high, unsigned count) {
  std::mt19937_64 random(11);
  std::vector<float> values;
  std::uniform_real_distribution<double> even(low, high);
  for (unsigned i = 0; i < count; ++i) values.push_back(static_cast<float>(even(random)));
  for (const float v : test::special_values<float>(count)) {
    if (v >= low && v < high) values.push_back(v);
  }
  return values;
}

void reciprocal_root(mpfr_ptr out, mpfr_ptr x) { mpfr_rec_sqrt(out, x, MPFR_RNDN); }
void binary_log(mpfr_ptr out, mpfr_ptr x) { mpfr_log2(out, x, MPFR_RNDN); }
void binary_exp(mpfr_ptr out, mpfr_ptr x) { mpfr_exp2(out, x, MPFR_RNDN); }
void sine(mpfr_ptr out, mpfr_ptr x) { mpfr_sin(out, x, MPFR_RNDN); }
void cosine(mpfr_ptr out, mpfr_ptr x) { mpfr_cos(out, x, MPFR_RNDN); }

TEST(MathAccuracy, SinglePrecision) {
  struct Row {
    const char* name;
    MathFunction function;
    Reference reference;
    float low, high;
    double bound;
  };
  const float max = std::numeric_limits<float>::max();
  const Row rows[] = {{"rsq", MathFunction::rsq, reciprocal_root, 0, max, 0.5001},
                      {"log", MathFunction::log, binary_log, 0, max, 0.5001},
                      {"log near 1", MathFunction::log, binary_log, 0.9F, 1.1F, 0.5001},
                      {"exp", MathFunction::exp, binary_exp, -160, 130, 0.5020},
                      {"exp near 0", MathFunction::exp, binary_exp, -0.01F, 0.01F, 0.5020},
                      {"sin", MathFunction::sin, sine, -4, 4, 0.5020},
                      {"cos", MathFunction::cos, cosine, -4, 4, 0.5020},
                      {"sin far", MathFunction::sin, sine, -0x1.fffffep27F, 0x1.fffffep27F, 0.5020},
                      {"cos far", MathFunction::cos, cosine, -0x1.fffffep27F, 0x1.fffffep27F, 0.5020}};
  for (const Row& row : rows) {
    const Worst result = worst(row.function, row.reference, spread(row.low, row.high, 40000));
    EXPECT_LE(result.error, row.bound) << row.name << " at " << result.at;
    RecordProperty(row.name, std::to_string(result.error));
  }
}

// Multiples of pi/2: the floats nearest to them, where the reduced argument has the fewest bits.
TEST(MathAccuracy, NextToMultiplesOfHalfPi) {
  Real half_pi(200), product(200), exact(120), x(64);
  mpfr_const_pi(half_pi.get(), MPFR_RNDN);
  mpfr_div_2ui(half_pi.get(), half_pi.get(), 1, MPFR_RNDN);
  double sin_error = 0, cos_error = 0;
  for (unsigned long k = 1; k < 170'000'000; k += k / 5000 + 1) {
    mpfr_mul_ui(product.get(), half_pi.get(), k, MPFR_RNDN);
    const float near = mpfr_get_flt(product.get(), MPFR_RNDN);
    if (near >= 0x1p28F) break;
    mpfr_set_flt(x.get(), near, MPFR_RNDN);
    sine(exact.get(), x.get());
    sin_error = std::max(sin_error, ulp_error(math(kKeep, MathFunction::sin, near, near), exact.get()));
    cosine(exact.get(), x.get());
    cos_error = std::max(cos_error, ulp_error(math(kKeep, MathFunction::cos, near, near), exact.get()));
  }
  EXPECT_LE(sin_error, 0.5020);
  EXPECT_LE(cos_error, 0.5020);
}

TEST(MathAccuracy, HalfPrecision) {
  std::vector<Half> positive, all;
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const Half v{static_cast<std::uint16_t>(bits)};
    if ((bits & 0x7FFF) > 0x7C00) continue;
    all.push_back(v);
    if (bits <= 0x7C00) positive.push_back(v);
  }
  EXPECT_LE(worst(MathFunction::rsq, reciprocal_root, positive).error, 0.5001);
  EXPECT_LE(worst(MathFunction::log, binary_log, positive).error, 0.5001);
  EXPECT_LE(worst(MathFunction::exp, binary_exp, all).error, 0.5001);
  EXPECT_LE(worst(MathFunction::sin, sine, all).error, 0.5001);
  EXPECT_LE(worst(MathFunction::cos, cosine, all).error, 0.5001);
}

TEST(MathAccuracy, Power) {
  std::mt19937_64 random(5);
  Real x(64), y(64), exact(120);
  Worst result;
  std::uniform_real_distribution<double> even(-1, 1);
  for (int i = 0; i < 60000; ++i) {
    const float base = std::bit_cast<float>(static_cast<std::uint32_t>(random() % 0x7F800000));
    const double scale = std::log2(static_cast<double>(base));
    const float exponent =
        static_cast<float>(i % 2 == 0 ? even(random) * 140 / (std::fabs(scale) + 1e-3) : even(random) * 8);
    mpfr_set_flt(x.get(), base, MPFR_RNDN);
    mpfr_set_flt(y.get(), exponent, MPFR_RNDN);
    mpfr_pow(exact.get(), x.get(), y.get(), MPFR_RNDN);
    const double error = ulp_error(math(kKeep, MathFunction::pow, base, exponent), exact.get());
    if (error > result.error) result = {error, base};
  }
  EXPECT_LE(result.error, 0.503) << result.at;
}

TEST(Math, SpecialPowers) {
  const float inf = std::numeric_limits<float>::infinity();
  const auto pow = [](float a, float b) { return math(kKeep, MathFunction::pow, a, b); };
  EXPECT_EQ(pow(0.0F, 0.0F), 1.0F);
  EXPECT_EQ(pow(0.0F, 2.0F), 0.0F);
  EXPECT_EQ(pow(-0.0F, -2.0F), inf);
  EXPECT_EQ(pow(inf, -1.0F), 0.0F);
  EXPECT_EQ(pow(inf, 1.0F), inf);
  EXPECT_EQ(pow(2.0F, inf), inf);
  EXPECT_EQ(pow(0.5F, inf), 0.0F);
  EXPECT_EQ(pow(2.0F, -inf), 0.0F);
  EXPECT_EQ(pow(3.0F, 4.0F), 81.0F);
  EXPECT_TRUE(std::isnan(pow(-2.0F, 2.0F)));
  EXPECT_EQ(math(Mode{.alt = true}, MathFunction::pow, -2.0F, 2.0F), 4.0F);
}

TEST(Math, ExactValuesAreExact) {
  for (int i = -149; i < 128; ++i) {
    const float power = std::ldexp(1.0F, i);
    const float index = static_cast<float>(i);
    EXPECT_EQ(math(kKeep, MathFunction::exp, index, index), power);
    EXPECT_EQ(math(kKeep, MathFunction::log, power, power), index);
  }
  EXPECT_EQ(math(kKeep, MathFunction::cos, 0.0F, 0.0F), 1.0F);
  EXPECT_EQ(bits_of(math(kKeep, MathFunction::sin, -0.0F, 0.0F)), bits_of(-0.0F));
  EXPECT_EQ(bits_of(math(kKeep, MathFunction::log, 1.0F, 0.0F)), bits_of(0.0F));
  EXPECT_EQ(math(kKeep, MathFunction::rsq, 0.0625F, 0.0F), 4.0F);
  EXPECT_EQ(math(kKeep, MathFunction::rsq, 0x1p-148F, 0.0F), 0x1p74F);
  EXPECT_EQ(math(Mode{}, MathFunction::rsq, 0x1p-148F, 0.0F), std::numeric_limits<float>::infinity());
}

// Outside the sources that sin and cos are made for, the results are still fixed.
TEST(Math, FarSinesAreFixed) {
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(math(kKeep, MathFunction::sin, 0x1p28F, 0.0F), 0.0F);
  EXPECT_EQ(math(kKeep, MathFunction::cos, -0x1p100F, 0.0F), 1.0F);
  EXPECT_TRUE(std::isnan(math(kKeep, MathFunction::sin, inf, 0.0F)));
  EXPECT_TRUE(std::isnan(math(kKeep, MathFunction::cos, -inf, 0.0F)));
}

TEST(Math, InfinitiesOfExpAndLog) {
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(math(kKeep, MathFunction::exp, inf, 0.0F), inf);
  EXPECT_EQ(bits_of(math(kKeep, MathFunction::exp, -inf, 0.0F)), 0U);
  EXPECT_EQ(math(kKeep, MathFunction::log, inf, 0.0F), inf);
  EXPECT_EQ(bits_of(math(kKeep, MathFunction::rsq, inf, 0.0F)), 0U);
}

TEST(Math, IntegerDivision) {
  std::vector<std::uint32_t> values = {0,          1,          2,          3,          7,     0x7FFFFFFF,
                                       0x80000000, 0x80000001, 0xFFFFFFFF, 0xFFFFFFFE, 65535, 65536};
  std::mt19937 random(9);
  for (int i = 0; i < 600; ++i) values.push_back(static_cast<std::uint32_t>(random() >> (random() % 32)));
  for (const std::uint32_t a : values) {
    for (const std::uint32_t b : values) {
      const std::int32_t x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b);
      const auto unsigned_quotient = math(kKeep, MathFunction::iqot, a, b);
      const auto unsigned_rest = math(kKeep, MathFunction::irem, a, b);
      const auto quotient = math(kKeep, MathFunction::iqot, x, y);
      const auto rest = math(kKeep, MathFunction::irem, x, y);
      ASSERT_EQ(math(kKeep, MathFunction::idiv, a, b), unsigned_quotient);
      if (b == 0) {
        ASSERT_EQ(unsigned_quotient, ~0U);
        ASSERT_EQ(unsigned_rest, ~0U);
        ASSERT_EQ(quotient, x < 0 ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max());
        ASSERT_EQ(rest, quotient);
        continue;
      }
      ASSERT_EQ(unsigned_quotient, a / b);
      ASSERT_EQ(unsigned_rest, a % b);
      ASSERT_EQ(quotient, static_cast<std::int32_t>(std::int64_t{x} / y)) << x << " / " << y;
      ASSERT_EQ(rest, static_cast<std::int32_t>(std::int64_t{x} % y)) << x << " % " << y;
    }
  }
}

}  // namespace
}  // namespace eugene::sem::math_test
