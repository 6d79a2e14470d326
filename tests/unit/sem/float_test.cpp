// Float arithmetic against MPFR: every element type, rounding mode and denormal mode, on special and random values.
#include <gtest/gtest.h>

#include <sstream>

#include "host_rounding.h"
#include "oracle.h"
#include "sem/meaning.h"

namespace eugene::sem {
namespace {

using test::bits_of;
using test::HostRounding;
using test::Oracle;

template <class T>
class Float : public ::testing::Test {};
using Elements = ::testing::Types<Half, float, double>;
TYPED_TEST_SUITE(Float, Elements);

Mode mode_with(Rounding rounding, bool keep) {
  return {.rounding = rounding, .keeps_df_denormals = keep, .keeps_f_denormals = keep, .keeps_hf_denormals = keep};
}

template <class T>
T flush(T v) {
  const auto bits = bits_of(v);
  return (bits & kExponentBits<T>) == 0 ? std::bit_cast<T>(static_cast<BitsOf<T>>(bits & kSignBit<T>)) : v;
}

// Counts rather than EXPECTs each of the many cases; prints the first few that differ.
template <class T>
class Agreement {
 public:
  explicit Agreement(const char* what) : what_(what) {}
  ~Agreement() { EXPECT_EQ(failures_, 0U) << what_ << ", of " << cases_; }
  template <class... Sources>
  void check(T got, T expected, const Mode& mode, Sources... sources) {
    ++cases_;
    if (bits_of(got) == bits_of(expected)) return;
    if (++failures_ > 3) return;
    std::ostringstream text;
    text << std::hex;
    ((text << " " << std::uint64_t{std::bit_cast<BitsOf<Sources>>(sources)}), ...);
    text << ": got " << std::uint64_t{bits_of(got)} << ", expected " << std::uint64_t{bits_of(expected)};
    ADD_FAILURE() << what_ << ", rounding " << static_cast<int>(mode.rounding) << ", keeps denormals "
                  << keeps_denormals<T>(mode) << ":" << text.str();
  }

 private:
  const char* what_;
  std::size_t cases_ = 0;
  std::size_t failures_ = 0;
};

// Runs body(mode, finish) for every mode; `finish` changes an oracle's result as the mode requires.
template <class T, class Body>
void for_each_mode(Body body) {
  for (const Rounding rounding : test::kAllRoundings) {
    for (const bool keep : {true, false}) {
      body(mode_with(rounding, keep), [keep](T v) { return keep ? v : flush(v); });
    }
  }
}
// Calls `function` with the host in the mode's rounding.
template <class Function>
auto in_mode(const Mode& mode, Function function) {
  const HostRounding host(mode.rounding);
  return function();
}

TYPED_TEST(Float, TwoSources) {
  using T = TypeParam;
  Oracle<T> oracle;
  Agreement<T> sums("add"), products("mul"), quotients("fdiv"), divisions("invm");
  const auto values = test::special_values<T>(150);
  for_each_mode<T>([&](const Mode& mode, auto finish) {
    for (const T a : values) {
      for (const T b : values) {
        const T x = finish(a), y = finish(b);
        sums.check(in_mode(mode, [&] { return add(mode, a, b); }), finish(oracle.add(x, y, mode.rounding)), mode, a, b);
        products.check(in_mode(mode, [&] { return mul(mode, a, b); }), finish(oracle.mul(x, y, mode.rounding)), mode, a,
                       b);
        const T quotient = finish(oracle.div(x, y, mode.rounding));
        divisions.check(in_mode(mode, [&] { return math(mode, isa::MathFunction::invm, a, b); }), quotient, mode, a, b);
        if (mode.rounding == Rounding::nearest_even) {
          quotients.check(math(mode, isa::MathFunction::fdiv, a, b), quotient, mode, a, b);
        }
      }
    }
  });
}

TYPED_TEST(Float, OneSource) {
  using T = TypeParam;
  Oracle<T> oracle;
  Agreement<T> roots("sqt"), macros("rsqtm"), reciprocals("inv");
  const auto values = test::special_values<T>(20000);
  const T one = number(T{}, 1);
  for_each_mode<T>([&](const Mode& mode, auto finish) {
    for (const T a : values) {
      const T root = finish(oracle.sqrt(finish(a), mode.rounding));
      macros.check(in_mode(mode, [&] { return math(mode, isa::MathFunction::rsqtm, a, a); }), root, mode, a);
      if (mode.rounding != Rounding::nearest_even) continue;
      roots.check(math(mode, isa::MathFunction::sqt, a, a), root, mode, a);
      reciprocals.check(math(mode, isa::MathFunction::inv, a, a), finish(oracle.div(one, finish(a), mode.rounding)),
                        mode, a);
    }
  });
}

TYPED_TEST(Float, ThreeSources) {
  using T = TypeParam;
  Oracle<T> oracle;
  Agreement<T> mads("mad");
  const auto values = test::special_values<T>(60);
  std::mt19937_64 random(7);
  for_each_mode<T>([&](const Mode& mode, auto finish) {
    const auto check = [&](T c, T a, T b) {
      mads.check(in_mode(mode, [&] { return mad(mode, c, a, b); }),
                 finish(oracle.fma(finish(a), finish(b), finish(c), mode.rounding)), mode, c, a, b);
    };
    for (const T a : values) {
      for (const T b : values) {
        check(values[random() % values.size()], a, b);
        check(negated(mul(mode, a, b)), a, b);  // what a product's rounding left
      }
    }
    for (int i = 0; i < 60000; ++i) {  // addends near the product, where bits cancel
      const T a = std::bit_cast<T>(static_cast<BitsOf<T>>(random()));
      const T b = std::bit_cast<T>(static_cast<BitsOf<T>>(random()));
      const auto near = bits_of(mul(mode, a, b)) ^ kSignBit<T>;
      check(std::bit_cast<T>(static_cast<BitsOf<T>>(near + random() % 64 - 32)), a, b);
      check(std::bit_cast<T>(static_cast<BitsOf<T>>(random())), a, b);
    }
  });
}

// ALT mode (4.3.2), single precision: the IEEE result with its infinities at fmax; undefined for infinities and NaNs as
// sources.
float alt_result(float exact) {
  const float max = std::numeric_limits<float>::max();
  return std::clamp(flush(exact), -max, max);
}

std::vector<float> finite_values(unsigned random) {
  std::vector<float> values;
  for (const float v : test::special_values<float>(random)) {
    if (std::isfinite(v)) values.push_back(v);
  }
  return values;
}

constexpr Mode kAlt{.alt = true};

TEST(FloatAlt, TwoSourcesAreAsInIeeeModeWithoutInfinities) {
  Oracle<float> oracle;
  Agreement<float> sums("add"), products("mul");
  const std::vector<float> values = finite_values(350);
  for (const float a : values) {
    for (const float b : values) {
      sums.check(add(kAlt, a, b), alt_result(oracle.add(flush(a), flush(b), kAlt.rounding)), kAlt, a, b);
      products.check(mul(kAlt, a, b), alt_result(oracle.mul(flush(a), flush(b), kAlt.rounding)), kAlt, a, b);
    }
  }
}

TEST(FloatAlt, ThreeSourcesAreAsInIeeeModeWithoutInfinities) {
  Oracle<float> oracle;
  Agreement<float> mads("mad");
  std::mt19937_64 random(8);
  const auto check = [&](float c, float a, float b) {
    if (!std::isfinite(c)) return;
    mads.check(mad(kAlt, c, a, b), alt_result(oracle.fma(flush(a), flush(b), flush(c), kAlt.rounding)), kAlt, c, a, b);
  };
  const std::vector<float> values = finite_values(250);
  for (const float a : values) {
    for (const float b : values) {
      check(values[random() % values.size()], a, b);
      check(-mul(kAlt, a, b), a, b);  // what a product's rounding left
      const std::uint32_t near = bits_of(mul(kAlt, a, b)) ^ kSignBit<float>;
      check(std::bit_cast<float>(near + static_cast<std::uint32_t>(random() % 64) - 32), a, b);
    }
  }
}

// 4.3.2 and 4.4: conversions to single precision have no infinity either; conversions from float to integer are as in
// IEEE mode.
TEST(FloatAlt, Conversions) {
  Oracle<float> oracle;
  Agreement<float> narrowed("df to f"), from_signed("d to f"), from_unsigned("ud to f");
  for (const double v : test::special_values<double>(100000)) {
    if (!std::isfinite(v)) continue;
    const double source = std::fpclassify(v) == FP_SUBNORMAL ? std::copysign(0.0, v) : v;
    narrowed.check(converted<float>(kAlt, v, false), alt_result(oracle.round(source, kAlt.rounding)), kAlt, v);
  }
  std::mt19937_64 random(9);
  for (int n = 0; n < 300000; ++n) {
    const auto bits = static_cast<std::uint32_t>(random() >> random() % 64);
    const auto whole = static_cast<std::int32_t>(bits);
    from_signed.check(converted<float>(kAlt, whole, false), oracle.round(std::int64_t{whole}, kAlt.rounding), kAlt,
                      whole);
    from_unsigned.check(converted<float>(kAlt, bits, false), oracle.round(std::uint64_t{bits}, kAlt.rounding), kAlt,
                        bits);
    const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    ASSERT_EQ(converted<std::int32_t>(kAlt, any, false), converted<std::int32_t>(Mode{}, any, false));
    ASSERT_EQ(converted<std::uint16_t>(kAlt, any, true), converted<std::uint16_t>(Mode{}, any, true));
  }
}

TYPED_TEST(Float, RoundingInstructions) {
  using T = TypeParam;
  const Mode mode = mode_with(Rounding::nearest_even, true);
  for (const T a : test::special_values<T>(5000)) {
    const double v = test::to_double(a);
    if (std::isnan(v)) continue;
    EXPECT_EQ(test::to_double(rndd(mode, a)), std::floor(v));
    EXPECT_EQ(test::to_double(rndu(mode, a)), std::ceil(v));
    EXPECT_EQ(test::to_double(rndz(mode, a)), std::trunc(v));
    EXPECT_EQ(test::to_double(rnde(mode, a)), std::nearbyint(v));
    // 8.3.37 to 8.3.40 do not depend on the rounding mode.
    for (const Rounding rounding : test::kAllRoundings) {
      const Mode other = mode_with(rounding, true);
      EXPECT_EQ(bits_of(in_mode(other, [&] { return rnde(other, a); })), bits_of(rnde(mode, a)));
      EXPECT_EQ(bits_of(in_mode(other, [&] { return rndu(other, a); })), bits_of(rndu(mode, a)));
      EXPECT_EQ(bits_of(in_mode(other, [&] { return rndd(other, a); })), bits_of(rndd(mode, a)));
      EXPECT_EQ(bits_of(in_mode(other, [&] { return rndz(other, a); })), bits_of(rndz(mode, a)));
    }
    if (std::isinf(v)) continue;
    const double fraction = test::to_double(frc(mode, a));
    EXPECT_GE(fraction, 0);
    EXPECT_LT(fraction, 1);
    if (std::fabs(v) < 0.5) continue;
    EXPECT_EQ(fraction, v - std::floor(v)) << v;
  }
}

TEST(FloatMode, ComesFromControlRegister) {
  const Mode opencl = decode_mode(isa::kGen9, 0x4C0);
  EXPECT_TRUE(opencl.keeps_f_denormals && opencl.keeps_df_denormals && opencl.keeps_hf_denormals);
  EXPECT_EQ(opencl.rounding, Rounding::nearest_even);
  EXPECT_EQ(decode_mode(isa::kGen9, 0x10).rounding, Rounding::up);
  EXPECT_EQ(decode_mode(isa::kGen9, 0x20).rounding, Rounding::down);
  EXPECT_EQ(decode_mode(isa::kGen9, 0x30).rounding, Rounding::zero);
  EXPECT_TRUE(decode_mode(isa::kGen9, 1).alt);
  const Mode gen6 = decode_mode(isa::kGen6, 0x4F1);
  EXPECT_TRUE(gen6.alt);
  EXPECT_FALSE(gen6.keeps_f_denormals);
  EXPECT_EQ(gen6.rounding, Rounding::nearest_even);
}

}  // namespace
}  // namespace eugene::sem
