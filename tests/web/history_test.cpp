// The states of a run that the page keeps: the state from which a step back begins, and the number of states.
#include "machine/history.h"

#include <gtest/gtest.h>

#include <memory>

namespace eugene::web {
namespace {

struct State final : eu::GroupState {
  explicit State(std::size_t of) : size(of) {}
  std::size_t bytes() const override { return size; }
  std::size_t size;
};

Checkpoint at(std::uint64_t step, std::size_t bytes = 10) {
  return {.step = step, .at = {.group = 0, .state = std::make_shared<State>(bytes)}};
}

constexpr History::Limits kFew{.states = 8, .bytes = 1000, .distance = 100};

// Simulates a run that offers its state at every tenth instruction.
void run(History& history, std::uint64_t steps, std::size_t bytes = 10) {
  for (std::uint64_t step = 0; step <= steps; step += 10) {
    if (history.wants(step)) history.add(at(step, bytes));
  }
}

TEST(History, GivesTheLastStateThatIsNotLater) {
  History history(kFew);
  history.begin("a");
  EXPECT_EQ(history.before(5000), nullptr);
  run(history, 500);
  EXPECT_EQ(history.size(), 5U);
  EXPECT_EQ(history.before(99), nullptr);
  ASSERT_NE(history.before(100), nullptr);
  EXPECT_EQ(history.before(100)->step, 100U);
  EXPECT_EQ(history.before(299)->step, 200U);
  EXPECT_EQ(history.before(9999)->step, 500U);
}

TEST(History, WantsNoStateThatItHas) {
  History history(kFew);
  history.begin("a");
  run(history, 500);
  EXPECT_FALSE(history.wants(300));
  EXPECT_FALSE(history.wants(599));
  EXPECT_TRUE(history.wants(600));
}

TEST(History, KeepsFewerTheFartherItGoes) {
  History history(kFew);
  history.begin("a");
  run(history, 100'000);
  EXPECT_LE(history.size(), 8U);
  EXPECT_GE(history.size(), 4U);
  for (std::uint64_t step = 20'000; step <= 100'000; step += 1000)
    EXPECT_LE(step - history.before(step)->step, 100'000U / 4) << step;
}

TEST(History, IsBoundedByBytesToo) {
  History history(kFew);
  history.begin("a");
  run(history, 10'000, 400);
  EXPECT_LE(history.size(), 2U);
  run(history, 20'000, 2000);  // each of them is too large
  EXPECT_LE(history.size(), 2U);
}

TEST(History, AnotherTextHasNoneOfThese) {
  History history(kFew);
  history.begin("a");
  run(history, 500);
  history.begin("a");
  EXPECT_EQ(history.size(), 5U);
  history.begin("b");
  EXPECT_EQ(history.size(), 0U);
  EXPECT_TRUE(history.wants(100));
}

}  // namespace
}  // namespace eugene::web
