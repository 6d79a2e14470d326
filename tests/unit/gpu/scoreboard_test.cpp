// The order in which a walker's threads run: whatever it is, it must be one that the scoreboard's dependencies allow.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "gpu/media/scoreboard.h"
#include "gpu/media/walker_threads.h"

namespace eugene::gpu {
namespace {

TEST(Scoreboard, WavefrontRunsDiagonalByDiagonal) {
  const Scoreboard board = decode_scoreboard(std::array<std::uint32_t, 3>{0xC0000007, 0x00F0FF0F, 0});
  EXPECT_TRUE(board.enabled);
  EXPECT_FALSE(board.stalls);
  EXPECT_EQ(board.distance[0], (Vector2{-1, 0}));
  EXPECT_EQ(board.distance[1], (Vector2{-1, -1}));
  EXPECT_EQ(board.distance[2], (Vector2{0, -1}));
  WaveCounter counter(board, 0xFF);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      const MediaPlace place{x, y};
      EXPECT_EQ(counter.next(std::span(&place, 1)), static_cast<unsigned>(x + y));
    }
  }
}

// The threads of a walk as WalkerThreads runs them: a number for each dispatch, and the sizes of groups.
struct Ran {
  MediaPlace place;
  std::size_t dispatch;
  unsigned group_size;
};
std::vector<Ran> run_threads(const std::vector<MediaPlace>& walked, const Scoreboard* board, std::uint8_t mask,
                             bool grouped) {
  std::vector<Ran> ran;
  std::size_t dispatches = 0;
  WalkerThreads threads(WaveCounter(board == nullptr ? Scoreboard{} : *board, mask), board != nullptr, grouped,
                        [&](std::span<const MediaPlace> places, unsigned group_size) -> Result<void> {
                          EXPECT_FALSE(places.empty());
                          EXPECT_EQ(places.size() % group_size, 0U);
                          for (const MediaPlace& place : places) ran.push_back({place, dispatches, group_size});
                          ++dispatches;
                          return {};
                        });
  for (const MediaPlace& place : walked) EXPECT_TRUE(threads.add(place));
  EXPECT_TRUE(threads.finish());
  return ran;
}

std::vector<MediaPlace> random_threads(std::mt19937& random) {
  std::vector<MediaPlace> threads;
  for (std::uint32_t i = 0; i < 24; ++i) {
    threads.push_back(
        {static_cast<int>(random() % 5), static_cast<int>(random() % 5), static_cast<unsigned>(random() % 2), i});
  }
  return threads;
}

Scoreboard random_scoreboard(std::mt19937& random) {
  Scoreboard board{.enabled = true, .stalls = random() % 2 == 0, .mask = static_cast<std::uint8_t>(random())};
  for (Vector2& d : board.distance) d = {static_cast<int>(random() % 16) - 8, static_cast<int>(random() % 16) - 8};
  return board;
}

// Every thread runs once. It runs in a later dispatch than all those before it in the walk that it depends on; and with
// a stalling scoreboard, in none before the dispatch of a thread that comes before it in the walk and had to wait.
TEST(Scoreboard, OrderThatRunsIsOneThatDependenciesAllow) {
  std::mt19937 random(2);
  for (int round = 0; round < 10'000; ++round) {
    const Scoreboard board = random_scoreboard(random);
    const auto mask = static_cast<std::uint8_t>(random());
    const std::vector<MediaPlace> walked = random_threads(random);
    std::vector<Ran> ran = run_threads(walked, &board, mask, false);
    std::ranges::sort(ran, {}, [](const Ran& each) { return each.place.number; });
    ASSERT_EQ(ran.size(), walked.size());
    for (std::size_t i = 0; i < ran.size(); ++i) {
      ASSERT_EQ(ran[i].place, walked[i]);
      ASSERT_EQ(ran[i].group_size, 1U);
      std::size_t held_until = 0;
      for (std::size_t before = 0; before < i; ++before) {
        const MediaPlace& place = ran[i].place;
        const MediaPlace& other = ran[before].place;
        for (unsigned d = 0; d < Scoreboard::kDependencies; ++d) {
          if ((board.mask & mask & (1U << d)) == 0 || other.color != place.color) continue;
          if (other.x - place.x == board.distance[d].x && other.y - place.y == board.distance[d].y) {
            ASSERT_GT(ran[i].dispatch, ran[before].dispatch) << "round " << round;
          }
        }
        held_until = std::max(held_until, ran[before].dispatch);
      }
      if (board.stalls) {
        ASSERT_GE(ran[i].dispatch, held_until) << "round " << round;
      }
    }
  }
}

// docs/record/undefined.md: threads that do not depend on each other run in the order of the walk, whatever their
// colours and the sizes of their groups. If the walk waits, this holds for the threads of one wave.
TEST(Scoreboard, IndependentThreadsRunInTheOrderOfTheWalk) {
  std::mt19937 random(4);
  for (int round = 0; round < 1'000; ++round) {
    const Scoreboard board = random_scoreboard(random);
    std::vector<MediaPlace> walked = random_threads(random);
    const bool grouped = random() % 2 != 0;
    for (std::size_t i = 1; i < walked.size(); ++i) walked[i].group = walked[i - 1].group + (random() % 3 == 0 ? 1 : 0);
    const std::vector<Ran> free = run_threads(walked, nullptr, 0xFF, grouped);
    ASSERT_EQ(free.size(), walked.size());
    for (std::size_t i = 0; i < free.size(); ++i) ASSERT_EQ(free[i].place, walked[i]) << "round " << round;
    const std::vector<Ran> waiting = run_threads(walked, &board, 0xFF, false);
    WaveCounter waves(board, 0xFF);
    std::vector<std::pair<unsigned, std::uint32_t>> expected;
    for (const MediaPlace& place : walked) expected.emplace_back(waves.next(std::span(&place, 1)), place.number);
    std::ranges::sort(expected);
    for (std::size_t i = 0; i < waiting.size(); ++i)
      ASSERT_EQ(waiting[i].place.number, expected[i].second) << "round " << round;
  }
}

// Whole groups are dispatched. Each waits for all earlier groups on which one of its threads depends.
TEST(Scoreboard, GroupsStayTogetherAndWaitForEarlierOnes) {
  std::mt19937 random(3);
  int allowed = 0;
  for (int round = 0; round < 5'000; ++round) {
    const Scoreboard board = random_scoreboard(random);
    std::vector<MediaPlace> walked = random_threads(random);
    for (std::size_t i = 1; i < walked.size(); ++i) walked[i].group = walked[i - 1].group + (random() % 3 == 0 ? 1 : 0);
    const auto depends = [&](const MediaPlace& place, const MediaPlace& on) {
      for (unsigned d = 0; d < Scoreboard::kDependencies; ++d) {
        if ((board.mask & (1U << d)) != 0 && on.color == place.color && on.number < place.number &&
            on.x - place.x == board.distance[d].x && on.y - place.y == board.distance[d].y)
          return true;
      }
      return false;
    };
    bool inside = false;
    for (const MediaPlace& a : walked) {
      for (const MediaPlace& b : walked) inside = inside || (a.group == b.group && depends(a, b));
    }
    if (inside) continue;  // the executor refuses dependencies inside a group
    ++allowed;
    const std::vector<Ran> ran = run_threads(walked, &board, 0xFF, true);
    ASSERT_EQ(ran.size(), walked.size());
    for (std::size_t i = 0; i < ran.size();) {
      for (const std::size_t end = i + ran[i].group_size; i + 1 < end; ++i) {
        ASSERT_EQ(ran[i].place.group, ran[i + 1].place.group);
        ASSERT_EQ(ran[i].place.number + 1, ran[i + 1].place.number);
        ASSERT_EQ(ran[i].dispatch, ran[i + 1].dispatch);
      }
      ++i;
    }
    for (const Ran& a : ran) {
      for (const Ran& b : ran) {
        if (depends(a.place, b.place)) {
          ASSERT_GT(a.dispatch, b.dispatch);
        }
      }
    }
  }
  EXPECT_GT(allowed, 500);
}

TEST(WalkerThreads, ThreadsThatNeedNotWaitGoInParts) {
  std::size_t ran = 0;
  std::size_t largest = 0;
  WalkerThreads threads(WaveCounter({}, 0), false, false, [&](std::span<const MediaPlace> places, unsigned) {
    ran += places.size();
    largest = std::max(largest, places.size());
    return Result<void>{};
  });
  const std::size_t count = WalkerThreads::kPart * 3 + 1;
  for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(threads.add({.number = static_cast<std::uint32_t>(i)}));
  EXPECT_EQ(ran, WalkerThreads::kPart * 2);  // the third part is full, and waits for another thread or the end
  ASSERT_TRUE(threads.finish());
  EXPECT_EQ(ran, count);
  EXPECT_EQ(largest, WalkerThreads::kPart);
}

TEST(WalkerThreads, AScoreboardHoldsALimitedNumberOfThreads) {
  const Scoreboard board{.enabled = true, .mask = 1, .distance = {Vector2{-1, 0}}};
  WalkerThreads threads(WaveCounter(board, 1), true, false,
                        [](std::span<const MediaPlace>, unsigned) { return Result<void>{}; });
  Result<void> done;
  std::size_t added = 0;
  for (; done && added <= WalkerThreads::kMax; ++added) done = threads.add({.x = static_cast<int>(added % 64)});
  if (done) done = threads.finish();
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("more than 4194304 threads"), std::string::npos) << done.error().message;
}

}  // namespace
}  // namespace eugene::gpu
