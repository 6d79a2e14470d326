// When kernels are compiled: by what interpreting them has taken, in processor time that is made up here.
#include "gpu/compile_rule.h"

#include <gtest/gtest.h>

namespace eugene::gpu {
namespace {

using std::chrono_literals::operator""ns;
using std::chrono_literals::operator""ms;

constexpr CompileSize kHundred{.instructions = 100};

TEST(CompileRule, WaitsUntilInterpretingHasTakenManyTimesAsLongAsCompilingWould) {
  const CompileRule rule(std::nullopt);
  EXPECT_EQ(rule.expected(kHundred), 100 * CompileRule::kPerWork);
  const auto enough = CompileRule::kPatience * rule.expected(kHundred);
  EXPECT_FALSE(rule.is_due({}, kHundred));
  EXPECT_FALSE(
      rule.is_due({1'000'000'000, enough - 1ns}, kHundred));  // so many instructions in so little time: no matter
  EXPECT_TRUE(rule.is_due({1, enough}, kHundred));
  EXPECT_FALSE(rule.is_due({1, enough}, {.instructions = 200}));
}

TEST(CompileRule, DoesNotBeginWhatEndsSoon) {
  const CompileRule rule(std::nullopt);
  const auto enough = CompileRule::kPatience * rule.expected(kHundred);
  EXPECT_FALSE(rule.is_due({1, 9 * enough}, kHundred, enough - 1ns));
  EXPECT_TRUE(rule.is_due({1, 9 * enough}, kHundred, enough));
  EXPECT_FALSE(rule.is_due({1, enough - 1ns}, kHundred, 9 * enough));
  EXPECT_TRUE(CompileRule(20).is_due({2000, 0ns}, kHundred, 0ns));  // as told
}

TEST(CompileRule, ExpectsMessagesAndVersionsToTakeLonger) {
  const CompileRule rule(std::nullopt);
  const auto plain = rule.expected(kHundred);
  EXPECT_EQ(rule.expected({.instructions = 100, .versions = 2}), 2 * plain);
  EXPECT_EQ(rule.expected({.instructions = 100, .messages = 100}), CompileSize::kMessage * plain);
}

TEST(CompileRule, LearnsWhatCompilingTakesHere) {
  CompileRule rule(std::nullopt);
  const auto before = rule.expected(kHundred);
  rule.compiled({.instructions = 1000}, 1000 * CompileRule::kPerWork);
  EXPECT_EQ(rule.expected(kHundred), before);
  rule.compiled({.instructions = 100'000}, 100'000 * 2 * CompileRule::kPerWork);
  EXPECT_GT(rule.expected(kHundred), before * 19 / 10);
  EXPECT_LT(rule.expected(kHundred), before * 2);
  EXPECT_FALSE(rule.is_due({1, CompileRule::kPatience * before}, kHundred));
  // One kernel that took no time at all changes little.
  rule.compiled({.instructions = 1}, 0ns);
  EXPECT_GT(rule.expected(kHundred), before * 19 / 10);
}

TEST(CompileRule, CountsExecutionsWhereToldTo) {
  CompileRule rule(20);
  rule.compiled({.instructions = 1000}, 1000ms);
  EXPECT_FALSE(rule.is_due({1999, 1'000'000ms}, kHundred));
  EXPECT_TRUE(rule.is_due({2000, 0ns}, kHundred));
  EXPECT_TRUE(CompileRule(0).is_due({}, kHundred));
  EXPECT_TRUE(CompileRule(1).is_due({1, 0ns}, {}));  // a kernel of no instructions counts as one of one
}

}  // namespace
}  // namespace eugene::gpu
