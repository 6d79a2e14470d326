// Every special-value table of SNB PRM vol4 part2 4.3 and chapter 8, in IEEE and in ALT mode, in all rounding modes
// where the table does not depend on it.
#include "special_tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "sem/meaning.h"

namespace eugene::sem::special_tables_test {
namespace {

using test::SpecialTable;

constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr Mode kIeee;  // denormals are flushed, as always on [DevSNB]
constexpr Mode kAlt{.alt = true};

// Values of a class, of different kinds.
std::vector<float> members(const std::string& name) {
  if (name == "-0") return {-0.0F};
  if (name == "+0") return {0.0F};
  if (name == "-1") return {-1.0F};
  if (name == "+1") return {1.0F};
  if (name == "-inf") return {-kInf};
  if (name == "+inf") return {kInf};
  if (name == "-fmax") return {-kMax};
  if (name == "+fmax") return {kMax};
  if (name == "-den") return {-0x1p-149F, -0x1p-127F, -0x1.fffffcp-127F};
  if (name == "+den") return {0x1p-149F, 0x1p-127F, 0x1.fffffcp-127F};
  if (name == "-fin") return {-2.0F, -3.5F, -123456.0F};
  if (name == "+fin") return {2.0F, 3.5F, 123456.0F};
  if (name == "nan") {
    return {std::bit_cast<float>(0x7FC00000U), std::bit_cast<float>(0xFFC00000U), std::bit_cast<float>(0x7F800001U),
            std::bit_cast<float>(0xFFBFFFFFU)};
  }
  ADD_FAILURE() << "no such class: " << name;
  return {};
}

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

bool is_member(float v, const std::string& name) {
  if (name == "nan") return std::isnan(v);
  if (name == "-fin") return std::isnormal(v) && v < 0;  // fmax included
  if (name == "+fin") return std::isnormal(v) && v > 0;
  if (name == "[0,1)") return std::isnormal(v) && v > 0 && v < 1;
  return same_bits(v, members(name)[0]);
}

std::vector<std::string> split(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool fits(const SpecialTable& table, const std::string& entry, float a, float b, float result) {
  if (entry == "A") return same_bits(result, a);
  if (entry == "-A") return same_bits(result, -a);
  if (entry == "B") return same_bits(result, b);
  if (entry == "-B") return same_bits(result, -b);
  const auto note = table.notes.find(entry);
  if (note == table.notes.end()) return is_member(result, entry);
  return std::any_of(note->second.begin(), note->second.end(),
                     [&](const std::string& name) { return is_member(result, name); });
}

// Calls check(entry, a, b) for the members of every entry's row and column.
template <class Check>
void for_each_entry(const SpecialTable& table, Check check) {
  for (const auto& [row, text] : table.rows) {
    const std::vector<std::string> entries = split(text);
    ASSERT_EQ(entries.size(), table.columns.size()) << table.name << " row " << row;
    for (std::size_t column = 0; column < entries.size(); ++column) {
      for (const float b : members(table.columns[column])) {
        if (*row == '\0')
          check(entries[column], b, b);
        else
          for (const float a : members(row)) check(entries[column], a, b);
      }
    }
  }
}

template <class Operation>
void check_table(const SpecialTable& table, Operation operation) {
  for_each_entry(table, [&](const std::string& entry, float a, float b) {
    const float result = operation(a, b);
    EXPECT_TRUE(fits(table, entry, a, b, result))
        << table.name << ": " << a << ", " << b << " gives " << result << ", not " << entry;
  });
}

TEST(SpecialTables, Add) {
  check_table(test::kAddIeee, [](float a, float b) { return add(kIeee, a, b); });
  check_table(test::kAddAlt, [](float a, float b) { return add(kAlt, a, b); });
}

TEST(SpecialTables, Mul) {
  check_table(test::kMulIeee, [](float a, float b) { return mul(kIeee, a, b); });
  check_table(test::kMulAlt, [](float a, float b) { return mul(kAlt, a, b); });
}

// The fused instructions contain the same sums and products.
TEST(SpecialTables, FusedInstructionsFollowTheSameTables) {
  for (const auto& [mode, sums, products] :
       {std::tuple{kIeee, &test::kAddIeee, &test::kMulIeee}, std::tuple{kAlt, &test::kAddAlt, &test::kMulAlt}}) {
    const Mode& m = mode;
    check_table(*sums, [&](float a, float b) { return mad(m, a, b, 1.0F); });
    check_table(*sums, [&](float a, float b) { return mac(m, a, 1.0F, b); });
    check_table(*sums, [&](float a, float b) { return dp2(m, a, 1.0F, b, 1.0F); });
    check_table(*sums, [&](float a, float b) { return line(m, a, b, 1.0F); });
    check_table(*products,
                [&](float a, float b) { return mad(m, std::signbit(a) == std::signbit(b) ? 0.0F : -0.0F, a, b); });
  }
}

TEST(SpecialTables, Frc) {
  check_table(test::kFrcIeee, [](float a, float) { return frc(kIeee, a); });
  check_table(test::kFrcAlt, [](float a, float) { return frc(kAlt, a); });
  EXPECT_EQ(frc(kIeee, -0x1p-100F), 0x1.fffffep-1F) << "not 1";
  EXPECT_EQ(frc(kIeee, 1.25F), 0.25F);
  EXPECT_EQ(frc(kIeee, -1.25F), 0.75F);
}

TEST(SpecialTables, Rounding) {
  const auto check = [](auto operation) {
    check_table(test::kRoundIeee, [&](float a, float) { return operation(kIeee, a); });
    check_table(test::kRoundAlt, [&](float a, float) { return operation(kAlt, a); });
  };
  check([](const Mode& mode, float a) { return rndd(mode, a); });
  check([](const Mode& mode, float a) { return rndu(mode, a); });
  check([](const Mode& mode, float a) { return rnde(mode, a); });
  check([](const Mode& mode, float a) { return rndz(mode, a); });
}

void check_comparison(const SpecialTable& table, auto comparison) {
  for_each_entry(table, [&](const std::string& entry, float a, float b) {
    const bool result = comparison(a, b);
    if (entry == "T/F") return;  // the values decide: SpecialTables.ComparisonOfFiniteNumbers
    EXPECT_EQ(result, entry == "T") << table.name << ": " << a << ", " << b;
  });
}

TEST(SpecialTables, Comparison) {
  using enum isa::CondMod;
  const std::pair<isa::CondMod, const SpecialTable*> tables[] = {{g, &test::kCmpG},   {l, &test::kCmpL},
                                                                 {z, &test::kCmpE},   {nz, &test::kCmpNe},
                                                                 {le, &test::kCmpLe}, {ge, &test::kCmpGe}};
  for (const auto& [condition, table] : tables) {
    check_comparison(*table, [&](float a, float b) { return cmp(kIeee, condition, a, b); });
  }
  check_comparison(test::kCmpnL, [](float a, float b) { return cmpn(kIeee, l, a, b); });
  check_comparison(test::kCmpnGe, [](float a, float b) { return cmpn(kIeee, ge, a, b); });
}

TEST(SpecialTables, ComparisonOfFiniteNumbers) {
  using enum isa::CondMod;
  for (const float a : {-3.5F, -2.0F, 2.0F, 3.5F}) {
    for (const float b : {-3.5F, -2.0F, 2.0F, 3.5F}) {
      EXPECT_EQ(cmp(kIeee, g, a, b), a > b);
      EXPECT_EQ(cmp(kIeee, l, a, b), a < b);
      EXPECT_EQ(cmp(kIeee, z, a, b), a == b);
      EXPECT_EQ(cmp(kIeee, nz, a, b), a != b);
      EXPECT_EQ(cmp(kIeee, le, a, b), a <= b);
      EXPECT_EQ(cmp(kIeee, ge, a, b), a >= b);
      EXPECT_EQ(cmpn(kIeee, l, a, b), a < b);
      EXPECT_EQ(cmpn(kIeee, ge, a, b), a >= b);
    }
  }
}

// 4.3.1.1: cmpn.nz is false where the second source alone is a NaN, true where the first alone is.
TEST(SpecialTables, CompareNanNotEqual) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(cmpn(kIeee, isa::CondMod::nz, 1.0F, nan));
  EXPECT_TRUE(cmpn(kIeee, isa::CondMod::nz, nan, 1.0F));
  EXPECT_TRUE(cmpn(kIeee, isa::CondMod::z, 1.0F, nan));
  EXPECT_FALSE(cmpn(kIeee, isa::CondMod::z, nan, 1.0F));
}

// 4.3.1.4: one NaN loses; of two NaNs source 1 is the result. Denormals are flushed by sel with a condition modifier.
TEST(SpecialTables, MinimumAndMaximum) {
  using enum isa::CondMod;
  const float nan0 = std::bit_cast<float>(0x7FC00001U);
  const float nan1 = std::bit_cast<float>(0x7FC00002U);
  for (const float v : {-kInf, -2.0F, -0.0F, 0.0F, 3.5F, kInf}) {
    for (const isa::CondMod condition : {l, ge}) {
      EXPECT_TRUE(same_bits(sel(kIeee, condition, v, nan1), v));
      EXPECT_TRUE(same_bits(sel(kIeee, condition, nan0, v), v));
      EXPECT_TRUE(same_bits(sel(kIeee, condition, nan0, nan1), nan1));
    }
    EXPECT_TRUE(same_bits(sel(kIeee, g, v, nan1), nan1)) << "other conditions take source 1";
    EXPECT_TRUE(same_bits(sel(kIeee, g, nan0, v), v));
    EXPECT_TRUE(same_bits(sel(kIeee, l, v, kInf), v));
    EXPECT_TRUE(same_bits(sel(kIeee, ge, v, -kInf), v));
  }
  // Every pair of classes, by the definition of 4.3.1.4: (src0 < src1) ? src0 : src1, and (src0 >= src1) ? src0 : src1.
  const auto flushed = [](float v) { return std::fpclassify(v) == FP_SUBNORMAL ? std::copysign(0.0F, v) : v; };
  for (const char* row : test::kIeeeClasses) {
    for (const char* column : test::kIeeeClasses) {
      for (const float a : members(row)) {
        for (const float b : members(column)) {
          const float x = flushed(a), y = flushed(b);
          const bool only_second = std::isnan(b) && !std::isnan(a);
          EXPECT_TRUE(same_bits(sel(kIeee, l, a, b), only_second || x < y ? x : y)) << row << ", " << column;
          EXPECT_TRUE(same_bits(sel(kIeee, ge, a, b), only_second || x >= y ? x : y)) << row << ", " << column;
        }
      }
    }
  }
  EXPECT_TRUE(same_bits(sel(kIeee, l, -0x1p-149F, 1.0F), -0.0F));
  EXPECT_TRUE(same_bits(sel(kIeee, true, -0x1p-149F, 1.0F), -0x1p-149F))
      << "without condition modifier nothing changes";
  EXPECT_EQ(csel(kIeee, ge, 1.0F, 2.0F, -0.0F), 1.0F);
  EXPECT_EQ(csel(kIeee, l, 1.0F, 2.0F, nan0), 2.0F);
}

// The partial list of honored IEEE-754 rules, 4.3.1.1, and what ALT mode changes in them, 4.3.2.
TEST(SpecialTables, HonoredRules) {
  using enum isa::MathFunction;
  const auto nan = [](float v) { return same_bits(v, std::bit_cast<float>(0x7FC00000U)); };
  const auto f = [](isa::MathFunction function, float a, float b = 0) { return math(kIeee, function, a, b); };
  EXPECT_TRUE(nan(add(kIeee, kInf, -kInf)));
  EXPECT_TRUE(nan(mul(kIeee, 0.0F, -kInf)));
  EXPECT_TRUE(same_bits(f(inv, kInf), 0.0F));
  EXPECT_TRUE(same_bits(f(inv, -kInf), -0.0F));
  EXPECT_TRUE(nan(f(fdiv, kInf, -kInf)));
  EXPECT_EQ(f(inv, 0.0F), kInf);
  EXPECT_EQ(f(rsq, 0.0F), kInf);
  EXPECT_EQ(f(inv, -0.0F), -kInf);
  EXPECT_EQ(f(rsq, -0.0F), -kInf);
  EXPECT_TRUE(same_bits(f(sqt, -0.0F), -0.0F));
  EXPECT_TRUE(nan(f(rsq, -1.0F)));
  EXPECT_TRUE(nan(f(sqt, -1.0F)));
  EXPECT_EQ(f(log, 0.0F), -kInf);
  EXPECT_EQ(f(log, -0.0F), -kInf);
  EXPECT_TRUE(nan(f(log, -1.0F)));
  EXPECT_TRUE(nan(f(log, -kInf)));
  for (const float v : members("nan")) {
    for (const auto function : {inv, log, exp, sqt, rsq, sin, cos}) EXPECT_TRUE(nan(f(function, v)));
    EXPECT_TRUE(nan(f(fdiv, v, 1.0F)));
    EXPECT_TRUE(nan(f(fdiv, 1.0F, v)));
    EXPECT_TRUE(nan(f(pow, v, 1.0F)));
    EXPECT_TRUE(nan(f(pow, 2.0F, v)));
  }
  for (const float v : {1.0F, -2.5F, 0x1p-126F, kMax, kInf, -kInf}) {
    EXPECT_TRUE(same_bits(mul(kIeee, v, 1.0F), v));
    EXPECT_TRUE(same_bits(add(kIeee, v, 0.0F), v));
    EXPECT_TRUE(same_bits(add(kIeee, v, -0.0F), v));
  }
  EXPECT_TRUE(same_bits(add(kIeee, -0.0F, 0.0F), 0.0F));

  EXPECT_EQ(math(kAlt, inv, 0.0F, 0.0F), kMax);
  EXPECT_EQ(math(kAlt, rsq, -0.0F, 0.0F), kMax) << "of the absolute value";
  EXPECT_EQ(math(kAlt, sqt, -4.0F, 0.0F), 2.0F);
  EXPECT_EQ(math(kAlt, rsq, -4.0F, 0.0F), 0.5F);
  EXPECT_EQ(math(kAlt, log, -4.0F, 0.0F), 2.0F);
  EXPECT_EQ(math(kAlt, log, 0.0F, 0.0F), -kMax);
  EXPECT_EQ(math(kAlt, exp, 200.0F, 0.0F), kMax);
}

TEST(SpecialTables, DotProductsKeepTheSignOfZero) {
  EXPECT_TRUE(same_bits(dp2(kIeee, -0.0F, 1.0F, -0.0F, 1.0F), -0.0F));
  EXPECT_TRUE(same_bits(dp3(kIeee, -0.0F, 1.0F, -0.0F, 1.0F, -0.0F, 1.0F), -0.0F));
  EXPECT_EQ(dp4(kIeee, 1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F, 7.0F, 8.0F), 100.0F);
  EXPECT_EQ(dph(kIeee, 1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F, 7.0F, 8.0F), 52.0F);
  EXPECT_EQ(dp3(kIeee, 1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F), 44.0F);
  EXPECT_EQ(dp2(kIeee, 1.0F, 2.0F, 3.0F, 4.0F), 14.0F);
  EXPECT_EQ(pln(kIeee, 2.0F, 3.0F, 5.0F, 7.0F, 11.0F), 2 * 7 + 3 * 11 + 5);
  EXPECT_EQ(line(kIeee, 2.0F, 5.0F, 7.0F), 19.0F);
  EXPECT_EQ(line(kIeee, 2, 5, 7), 19);
  EXPECT_EQ(lrp(kIeee, 0.25F, 8.0F, 16.0F), 14.0F);
}

}  // namespace
}  // namespace eugene::sem::special_tables_test
