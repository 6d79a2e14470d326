// Conversions between every two element types, with and without saturation, in every rounding mode:
// SNB PRM vol4 part2 4.4 and table 7-4; packed immediates 4.2.4 and 4.2.5.
#include "sem/convert.h"

#include <gtest/gtest.h>

#include <cmath>

#include "host_rounding.h"
#include "oracle.h"
#include "sem/condition.h"

namespace eugene::sem {
namespace {

using test::bits_of;
using test::HostRounding;
using test::Oracle;

const Mode kKeep{.keeps_df_denormals = true, .keeps_f_denormals = true, .keeps_hf_denormals = true};

template <class... Types>
struct List {};
using Ints = List<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t,
                  std::int64_t>;
using IntLanes = List<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
using Floats = List<Half, float, double>;

template <class... Types, class Body>
void for_each_type(List<Types...>, Body body) {
  (body.template operator()<Types>(), ...);
}

template <IntElement T>
std::vector<T> int_values() {
  std::vector<std::uint64_t> bits = {0, 1, 2, 3, ~0ULL, ~1ULL};
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint64_t power = 1ULL << i;
    bits.insert(bits.end(), {power, power - 1, power + 1, ~power, power | power >> 11, power | power >> 24 | 1,
                             power | power >> 24, power | power >> 53, (power | power >> 25) - 1});
  }
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) bits.push_back(random() >> (random() % 64));
  std::vector<T> values;
  for (const std::uint64_t b : bits) values.push_back(static_cast<T>(b));
  return values;
}

TEST(Convert, IntegerToInteger) {
  for_each_type(IntLanes{}, [&]<class From>() {
    for_each_type(Ints{}, [&]<class To>() {
      using Limits = std::numeric_limits<To>;
      for (const From v : int_values<From>()) {
        ASSERT_EQ(converted<To>(kKeep, v, false), static_cast<To>(v)) << +v;
        const To nearest = std::cmp_less(v, Limits::min())      ? Limits::min()
                           : std::cmp_greater(v, Limits::max()) ? Limits::max()
                                                                : static_cast<To>(v);
        ASSERT_EQ(converted<To>(kKeep, v, true), nearest) << +v;
        ASSERT_EQ(overflowed<To>(v), !std::in_range<To>(v)) << +v;
      }
    });
  });
}

// The reference in long double, which holds every limit.
template <class To>
To truncated(double v) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(v)) return 0;
  const long double whole = std::trunc(static_cast<long double>(v));
  if (whole >= static_cast<long double>(Limits::max())) return Limits::max();
  if (whole <= static_cast<long double>(Limits::min())) return Limits::min();
  return static_cast<To>(whole);
}

TEST(Convert, FloatToInteger) {
  for_each_type(Floats{}, [&]<class From>() {
    std::vector<From> values = test::special_values<From>(3000);
    for (const std::uint64_t v : int_values<std::uint64_t>()) {  // near every integer limit
      const From around = convert<From>(v);
      for (int step = -2; step <= 2; ++step) {
        const auto bits = static_cast<BitsOf<From>>(bits_of(around) + static_cast<BitsOf<From>>(step));
        values.push_back(std::bit_cast<From>(bits));
        values.push_back(negated(std::bit_cast<From>(bits)));
        values.push_back(plus(std::bit_cast<From>(bits), number(From{}, 0.5)));
      }
    }
    for_each_type(Ints{}, [&]<class To>() {
      for (const Rounding rounding : test::kAllRoundings) {
        for (const From v : values) {
          const To expected = truncated<To>(test::to_double(v));
          const HostRounding host(rounding);
          ASSERT_EQ(converted<To>(kKeep, v, false), expected) << test::to_double(v);
          ASSERT_EQ(converted<To>(kKeep, v, true), expected) << test::to_double(v);
        }
      }
    });
  });
}

template <class To>
To saturate(To v) {
  const double number_of = test::to_double(v);
  if (!(number_of > 0)) return number(To{}, 0);
  return number_of > 1 ? number(To{}, 1) : v;
}

template <class To, class From>
void check_to_float(const std::vector<From>& values, auto exact) {
  Oracle<To> oracle;
  for (const Rounding rounding : test::kAllRoundings) {
    Mode mode = kKeep;
    mode.rounding = rounding;
    for (const From v : values) {
      const To expected = oracle.round(exact(v), rounding);
      const auto [plain, saturated_too] = [&] {
        const HostRounding host(rounding);
        return std::pair{converted<To>(mode, v, false), converted<To>(mode, v, true)};
      }();
      ASSERT_EQ(bits_of(plain), bits_of(expected)) << std::hex << +std::bit_cast<BitsOf<From>>(v);
      ASSERT_EQ(bits_of(saturated_too), bits_of(saturate(expected)));
    }
  }
}

TEST(Convert, IntegerToFloat) {
  for_each_type(IntLanes{}, [&]<class From>() {
    using Exact = std::conditional_t<std::is_signed_v<From>, std::int64_t, std::uint64_t>;
    for_each_type(Floats{}, [&]<class To>() {
      check_to_float<To>(int_values<From>(), [](From v) { return static_cast<Exact>(v); });
    });
  });
}

TEST(Convert, FloatToFloat) {
  for_each_type(Floats{}, [&]<class From>() {
    for_each_type(Floats{}, [&]<class To>() {
      std::vector<From> values;
      for (const From v : test::special_values<From>(20000)) {
        if (!(std::same_as<From, To>) || !std::isnan(test::to_double(v))) values.push_back(v);
      }
      for (const Half half : test::special_values<Half>(3000)) {  // halfway between two halves, and nearly
        if constexpr (sizeof(From) > 2) {
          const From middle = static_cast<From>(
              (test::to_double(half) + test::to_double(Half{static_cast<std::uint16_t>(half.bits + 1)})) / 2);
          for (int step = -1; step <= 1; ++step) {
            const From near =
                std::bit_cast<From>(static_cast<BitsOf<From>>(bits_of(middle) + static_cast<BitsOf<From>>(step)));
            if (!std::isnan(near)) values.push_back(near);
          }
        }
      }
      check_to_float<To>(values, [](From v) { return test::to_double(v); });
    });
  });
}

TEST(Convert, FlushesDenormalsAsTheTypesModesSay) {
  const Mode flush;
  EXPECT_EQ(bits_of(converted<double>(flush, -0x1p-140F, false)), kSignBit<double>);
  EXPECT_EQ(converted<double>(Mode{.keeps_f_denormals = true}, -0x1p-140F, false), -0x1p-140);
  EXPECT_EQ(bits_of(converted<float>(flush, 0x1p-140, false)), 0U);
  EXPECT_EQ(converted<float>(Mode{.keeps_f_denormals = true}, 0x1p-140, false), 0x1p-140F);
  EXPECT_EQ(converted<Half>(flush, 0x1p-20F, false).bits, 0U);
  EXPECT_EQ(converted<Half>(Mode{.keeps_hf_denormals = true}, 0x1p-20F, false).bits, 0x10U);
  EXPECT_EQ(converted<float>(Mode{.alt = true}, 1e300, false), std::numeric_limits<float>::max());
}

// The table of 4.4.1, entry by entry; the document prints sub-dword results with leading zeros.
TEST(Convert, TableOfFloatToInteger) {
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  struct Row {
    float from;
    std::uint32_t ud, d, uw, w, ub, b;
  };
  const Row rows[] = {{0.0F, 0, 0, 0, 0, 0, 0},
                      {-0.0F, 0, 0, 0, 0, 0, 0},
                      {0x1p-130F, 0, 0, 0, 0, 0, 0},
                      {-0x1p-130F, 0, 0, 0, 0, 0, 0},
                      {nan, 0, 0, 0, 0, 0, 0},
                      {-nan, 0, 0, 0, 0, 0, 0},
                      {inf, 0xFFFFFFFF, 0x7FFFFFFF, 0xFFFF, 0x7FFF, 0xFF, 0x7F},
                      {-inf, 0, 0x80000000, 0, 0x8000, 0, 0x80},
                      {0x1p32F, 0xFFFFFFFF, 0x7FFFFFFF, 0xFFFF, 0x7FFF, 0xFF, 0x7F},
                      {-0x1p32F - 512, 0, 0x80000000, 0, 0x8000, 0, 0x80}};
  for (const Row& row : rows) {
    EXPECT_EQ(converted<std::uint32_t>(Mode{}, row.from, false), row.ud);
    EXPECT_EQ(static_cast<std::uint32_t>(converted<std::int32_t>(Mode{}, row.from, false)), row.d);
    EXPECT_EQ(converted<std::uint16_t>(Mode{}, row.from, false), row.uw);
    EXPECT_EQ(static_cast<std::uint16_t>(converted<std::int16_t>(Mode{}, row.from, false)), row.w);
    EXPECT_EQ(converted<std::uint8_t>(Mode{}, row.from, false), row.ub);
    EXPECT_EQ(static_cast<std::uint8_t>(converted<std::int8_t>(Mode{}, row.from, false)), row.b);
  }
}

TEST(Convert, AbsoluteValues) {
  EXPECT_EQ(absolute(-5), 5);
  EXPECT_EQ(absolute(std::int64_t{std::numeric_limits<std::int32_t>::min()}), std::int64_t{1} << 31);
  EXPECT_EQ(absolute(5U), 5U);
  EXPECT_EQ(absolute(static_cast<std::uint32_t>(-5)), 5U) << "a signed source in unsigned lanes";
  EXPECT_EQ(bits_of(absolute(-0.0F)), 0U);
  EXPECT_EQ(bits_of(absolute(std::bit_cast<float>(0xFFC00123U))), 0x7FC00123U);
  EXPECT_EQ(absolute(Half{0xC000}).bits, 0x4000U);
}

TEST(Convert, OverflowOfFloats) {
  const float max = std::numeric_limits<float>::max();
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE((overflowed<float>(max * 2, max, 2.0F)));
  EXPECT_FALSE((overflowed<float>(inf, inf, 2.0F)));
  EXPECT_FALSE((overflowed<float>(max, max)));
  EXPECT_TRUE(overflowed<std::uint8_t>(256.0F));
  EXPECT_FALSE(overflowed<std::uint8_t>(255.9F));
  EXPECT_FALSE(overflowed<std::uint8_t>(-0.9F));
  EXPECT_TRUE(overflowed<std::uint8_t>(-1.0F));
  EXPECT_TRUE(overflowed<std::int32_t>(0x1p31F));
  EXPECT_FALSE(overflowed<std::int32_t>(-0x1p31F));
}

// 5.7: the flags that a condition modifier sets for a result.
TEST(Condition, OfResults) {
  using enum isa::CondMod;
  struct Row {
    float value;
    bool z, nz, g, ge, l, le, u;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Row rows[] = {{0.0F, true, false, false, true, false, true, false},
                      {-0.0F, true, false, false, true, false, true, false},
                      {1.0F, false, true, true, true, false, false, false},
                      {-1.0F, false, true, false, false, true, true, false},
                      {nan, false, true, false, false, false, false, true}};
  for (const Row& row : rows) {
    EXPECT_EQ(result_condition(z, row.value, false), row.z);
    EXPECT_EQ(result_condition(nz, row.value, false), row.nz);
    EXPECT_EQ(result_condition(g, row.value, false), row.g);
    EXPECT_EQ(result_condition(ge, row.value, false), row.ge);
    EXPECT_EQ(result_condition(l, row.value, false), row.l);
    EXPECT_EQ(result_condition(le, row.value, false), row.le);
    EXPECT_EQ(result_condition(u, row.value, false), row.u);
    EXPECT_FALSE(result_condition(o, row.value, false));
    EXPECT_TRUE(result_condition(o, row.value, true));
    if (row.value != row.value) continue;
    const int whole = static_cast<int>(row.value);
    EXPECT_EQ(result_condition(ge, whole, false), row.ge);
    EXPECT_EQ(result_condition(l, whole, false), row.l);
    EXPECT_FALSE(result_condition(u, whole, false));
  }
}

TEST(PackedImmediates, SignedAndUnsignedNibbles) {
  const std::uint32_t packed = 0x87F10234;
  const int expected[] = {4, 3, 2, 0, 1, -1, 7, -8};
  for (unsigned i = 0; i < 16; ++i) {
    EXPECT_EQ(expand_v(packed, i), expected[i % 8]);
    EXPECT_EQ(expand_uv(packed, i), expected[i % 8] & 15);
  }
}

// Table 4-2 by its rule, for all 256 restricted floats; its ends by its text.
TEST(PackedImmediates, RestrictedFloats) {
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    const double magnitude_of =
        (byte & 0x7F) == 0 ? 0 : std::ldexp(1 + (byte & 15) / 16.0, static_cast<int>((byte >> 4) & 7) - 3);
    const float expected = static_cast<float>((byte & 0x80) != 0 ? -magnitude_of : magnitude_of);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(bits_of(expand_vf(byte * 0x01010101U, i)), bits_of(expected));
  }
  EXPECT_EQ(expand_vf(0x7F, 0), 31.0F);
  EXPECT_EQ(expand_vf(0x70, 0), 16.0F);
  EXPECT_EQ(expand_vf(0x30, 0), 1.0F);
  EXPECT_EQ(expand_vf(0x01, 0), 0.1328125F)
      << "the table's 0.125 is 0x00's pattern, which is zero: docs/record/errata.md";
  EXPECT_EQ(expand_vf(0x0F, 0), 0.2421875F);
  EXPECT_EQ(expand_vf(0x11223300, 2), expand_vf(0x22, 0)) << "element 0 is in the low byte";
  EXPECT_TRUE(std::signbit(expand_vf(0x80, 0)));
}

}  // namespace
}  // namespace eugene::sem
