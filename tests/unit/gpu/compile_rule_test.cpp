// When kernels are compiled: by what interpreting them has taken, in processor time that is made up here.
#include "gpu/compile_rule.h"

#include <gtest/gtest.h>

namespace eugene::gpu {
namespace {

using std::chrono_literals::operator""ns;
using std::chrono_literals::operator""ms;

TEST(CompileRule, WaitsUntilInterpretingHasTakenManyTimesAsLongAsCompilingWould) {
  const CompileRule rule(std::nullopt);
  EXPECT_EQ(rule.expected(100), 100 * CompileRule::kPerInstruction);
  const auto enough = CompileRule::kPatience * rule.expected(100);
  EXPECT_FALSE(rule.is_due({}, 100));
  EXPECT_FALSE(rule.is_due({1'000'000'000, enough - 1ns}, 100));  // so many instructions in so little time: no matter
  EXPECT_TRUE(rule.is_due({1, enough}, 100));
  EXPECT_FALSE(rule.is_due({1, enough}, 200));
}

TEST(CompileRule, DoesNotBeginWhatEndsSoon) {
  const CompileRule rule(std::nullopt);
  const auto enough = CompileRule::kPatience * rule.expected(100);
  EXPECT_FALSE(rule.is_due({1, 9 * enough}, 100, enough - 1ns));
  EXPECT_TRUE(rule.is_due({1, 9 * enough}, 100, enough));
  EXPECT_FALSE(rule.is_due({1, enough - 1ns}, 100, 9 * enough));
  EXPECT_TRUE(CompileRule(20).is_due({2000, 0ns}, 100, 0ns));  // as told
}

TEST(CompileRule, LearnsWhatCompilingTakesHere) {
  CompileRule rule(std::nullopt);
  const auto before = rule.expected(100);
  rule.compiled(1000, 1000 * CompileRule::kPerInstruction);
  EXPECT_EQ(rule.expected(100), before);
  rule.compiled(100'000, 100'000 * 2 * CompileRule::kPerInstruction);
  EXPECT_GT(rule.expected(100), before * 19 / 10);
  EXPECT_LT(rule.expected(100), before * 2);
  EXPECT_FALSE(rule.is_due({1, CompileRule::kPatience * before}, 100));
  // One kernel that took no time at all changes little.
  rule.compiled(1, 0ns);
  EXPECT_GT(rule.expected(100), before * 19 / 10);
}

TEST(CompileRule, CountsExecutionsWhereToldTo) {
  CompileRule rule(20);
  rule.compiled(1000, 1000ms);
  EXPECT_FALSE(rule.is_due({1999, 1'000'000ms}, 100));
  EXPECT_TRUE(rule.is_due({2000, 0ns}, 100));
  EXPECT_TRUE(CompileRule(0).is_due({}, 100));
  EXPECT_TRUE(CompileRule(1).is_due({1, 0ns}, 0));  // a kernel of no instructions counts as one of one
}

}  // namespace
}  // namespace eugene::gpu
