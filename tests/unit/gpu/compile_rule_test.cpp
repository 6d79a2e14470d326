// When kernels are compiled: that depends on the processor time of interpreting them, which is made up here.
#include "gpu/tiers/compile_rule.h"

#include <gtest/gtest.h>

namespace eugene::gpu {
namespace {

using std::chrono_literals::operator""ns;
using std::chrono_literals::operator""ms;

constexpr CompileSize kHundred{.instructions = 100};
constexpr CompileRule::Situation kBusy{};
constexpr CompileRule::Situation kIdle{.has_idle = true};

std::chrono::nanoseconds enough(const CompileRule& rule, const CompileRule::Situation& now) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(rule.patience(now) * rule.expected(kHundred));
}

TEST(CompileRule, WaitsUntilInterpretingHasTakenAsLongAsCompilingWould) {
  const CompileRule rule(std::nullopt);
  EXPECT_EQ(rule.expected(kHundred), 100 * CompileRule::kPerWork);
  EXPECT_EQ(enough(rule, kBusy), rule.expected(kHundred));
  for (const CompileRule::Situation& now : {kBusy, kIdle}) {
    EXPECT_FALSE(rule.is_due({}, kHundred, now));
    // Many instructions do not matter if they took little time.
    EXPECT_FALSE(rule.is_due({1'000'000'000, enough(rule, now) - 1ns}, kHundred, now));
    EXPECT_TRUE(rule.is_due({1, enough(rule, now)}, kHundred, now));
    EXPECT_FALSE(rule.is_due({1, enough(rule, now)}, {.instructions = 200}, now));
  }
}

TEST(CompileRule, WaitsAsManyTimesAsLongAsTold) {
  for (const double patience : {0.25, 1.0, 4.0}) {
    const CompileRule rule(std::nullopt, patience);
    const auto time =
        std::chrono::duration_cast<std::chrono::nanoseconds>(patience * CompileRule(std::nullopt).expected(kHundred));
    EXPECT_EQ(enough(rule, kBusy), time);
    EXPECT_EQ(enough(rule, kIdle), time / 8);
    EXPECT_FALSE(rule.is_due({1, time - 1ns}, kHundred, kBusy));
    EXPECT_TRUE(rule.is_due({1, time}, kHundred, kBusy));
  }
  EXPECT_TRUE(CompileRule(std::nullopt, 0).is_due({}, kHundred, kBusy));
}

// Compiling on an idle processor is free, but waiting is not.
TEST(CompileRule, HardlyWaitsWhereAProcessorIsIdle) {
  const CompileRule rule(std::nullopt);
  EXPECT_LE(enough(rule, kIdle), rule.expected(kHundred) / 4);
  EXPECT_TRUE(rule.is_due({1, rule.expected(kHundred) / 4}, kHundred, kIdle));
  EXPECT_FALSE(rule.is_due({1, rule.expected(kHundred) / 4}, kHundred, kBusy));
}

TEST(CompileRule, DoesNotBeginWhatEndsSoon) {
  const CompileRule rule(std::nullopt);
  for (const CompileRule::Situation& now : {kBusy, kIdle}) {
    const auto time = enough(rule, now);
    EXPECT_FALSE(rule.is_due({1, 9 * time}, kHundred, {time - 1ns, now.has_idle}));
    EXPECT_TRUE(rule.is_due({1, 9 * time}, kHundred, {time, now.has_idle}));
    EXPECT_FALSE(rule.is_due({1, time - 1ns}, kHundred, {9 * time, now.has_idle}));
  }
  EXPECT_TRUE(CompileRule(20).is_due({2000, 0ns}, kHundred, {.left = 0ns}));  // after 20 threads, as chosen
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
  EXPECT_FALSE(rule.is_due({1, before}, kHundred, kBusy));
  // One kernel that took no time at all changes little.
  rule.compiled({.instructions = 1}, 0ns);
  EXPECT_GT(rule.expected(kHundred), before * 19 / 10);
}

TEST(CompileRule, CountsExecutionsWhereToldTo) {
  CompileRule rule(20);
  rule.compiled({.instructions = 1000}, 1000ms);
  EXPECT_FALSE(rule.is_due({1999, 1'000'000ms}, kHundred, kIdle));
  EXPECT_TRUE(rule.is_due({2000, 0ns}, kHundred, kBusy));
  EXPECT_TRUE(CompileRule(0).is_due({}, kHundred, kBusy));
  EXPECT_TRUE(CompileRule(1).is_due({1, 0ns}, {}, kBusy));  // a kernel of 0 instructions counts as 1
}

}  // namespace
}  // namespace eugene::gpu
