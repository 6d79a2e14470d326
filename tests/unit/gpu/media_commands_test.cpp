// MEDIA_OBJECT and MEDIA_OBJECT_WALKER from their dwords to the registers of their threads, on both generations.
#include <gtest/gtest.h>

#include <thread>

#include "media_batch.h"

namespace eugene::gpu {
namespace {

using Descriptor = MediaBatch::Descriptor;

class MediaCommands : public testing::TestWithParam<MediaMachine> {
 protected:
  MediaBatch batch_{GetParam()};
  // `count` dwords that count up from `first`.
  static Dwords counting(std::uint32_t first, std::size_t count) {
    Dwords dwords(count);
    for (std::uint32_t& each : dwords) each = first++;
    return dwords;
  }
};

INSTANTIATE_TEST_SUITE_P(Generations, MediaCommands, testing::Values(kGen6Machine, kGen9Machine),
                         [](const auto& machine) { return machine.param.wide ? "gen9" : "gen6"; });

TEST_P(MediaCommands, HeaderNamesPlaceDescriptorAndState) {
  batch_.select(1);
  batch_.bases();
  batch_.vfe();
  batch_.descriptors({{}, {}, {.kernel = 0x140, .sampler_state = 0x200, .binding_table = 0x80}});
  constexpr std::uint32_t kX = 0x123, kY = 0x145, kColor = 0xB;
  batch_.object({2, 0, 0, kY << 16 | kX, kColor << 16}, {7});
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  ASSERT_EQ(batch_.works.size(), 1U);
  const Work& work = batch_.works[0];
  EXPECT_EQ(work.groups, 1U);
  EXPECT_EQ(work.kernel_address(), MediaBatch::kKernels + 0x140U);
  const eu::Thread thread = batch_.thread(work, 0);
  EXPECT_EQ(MediaBatch::dword(thread, 0, 1), kY << 16 | kX);
  EXPECT_EQ(MediaBatch::dword(thread, 0, 2), 2U << 4 | kColor);
  EXPECT_EQ(MediaBatch::dword(thread, 0, 3), 0x200U | 2);  // sampler state, scratch space of 2^2 KB
  EXPECT_EQ(MediaBatch::dword(thread, 0, 4), 0x80U);
  EXPECT_EQ(MediaBatch::dword(thread, 0, 5), MediaBatch::kScratch);
  EXPECT_EQ(MediaBatch::dword(thread, 0, 6), 0U);
}

TEST_P(MediaCommands, PayloadIsConstantsThenInlineThenIndirectData) {
  batch_.prologue({.constant_offset = 1, .constant_registers = 2});
  batch_.curbe(counting(100, 20));  // two and a half registers, of which the first is skipped
  batch_.poke(MediaBatch::kIndirect + 0x80, counting(300, 16));
  batch_.object({0, 10 * 4, 0x80, 0, 0}, counting(200, 9));
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  ASSERT_EQ(batch_.works.size(), 1U);
  const eu::Thread thread = batch_.thread(batch_.works[0], 0);
  const auto expect = [&](unsigned first, std::uint32_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      EXPECT_EQ(MediaBatch::dword(thread, first + i / 8, i % 8), value + i) << "register " << first + i / 8;
  };
  expect(1, 108, 12);
  for (unsigned i = 4; i < 8; ++i) EXPECT_EQ(MediaBatch::dword(thread, 2, i), 0U);  // beyond the CURBE
  expect(3, 200, 9);
  for (unsigned i = 1; i < 8; ++i) EXPECT_EQ(MediaBatch::dword(thread, 4, i), 0U);
  expect(5, 300, 10);
  for (unsigned i = 2; i < 8; ++i) EXPECT_EQ(MediaBatch::dword(thread, 6, i), 0U);  // beyond the indirect data
}

TEST_P(MediaCommands, IndirectDataAloneIsAPayload) {
  batch_.prologue({});
  batch_.poke(MediaBatch::kIndirect, {5});
  batch_.object({0, 4, 0, 0, 0});
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  EXPECT_EQ(MediaBatch::dword(batch_.thread(batch_.works.at(0), 0), 1, 0), 5U);
}

TEST_P(MediaCommands, WalkerRepeatsItsInlineDataForAllThreads) {
  batch_.prologue({});
  batch_.walker(3, 2, {42});
  batch_.walker(1, 1, {43});  // it may change without a flush
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  ASSERT_EQ(batch_.works.size(), 2U);
  for (std::uint32_t i = 0; i < 6; ++i) {
    const eu::Thread thread = batch_.thread(batch_.works[0], i);
    EXPECT_EQ(MediaBatch::dword(thread, 0, 1), i / 3 << 16 | i % 3);
    EXPECT_EQ(MediaBatch::dword(thread, 0, 6), i);  // the thread's number
    EXPECT_EQ(MediaBatch::dword(thread, 1, 0), 42U);
  }
  EXPECT_EQ(batch_.works[0].groups, 6U);
  EXPECT_EQ(MediaBatch::dword(batch_.thread(batch_.works[1], 0), 1, 0), 43U);
}

TEST_P(MediaCommands, WalkerTakesConstants) {
  batch_.prologue({.constant_registers = 1});
  batch_.curbe(counting(9, 8));
  batch_.walker(2, 1);
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  EXPECT_EQ(MediaBatch::dword(batch_.thread(batch_.works.at(0), 1), 1, 7), 16U);
}

TEST_P(MediaCommands, WalkerMakesAThreadForEachColor) {
  batch_.prologue({});
  batch_.walker(2, 1, {1}, {.dword6 = 2U << 24});  // three colours
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  std::array<unsigned, 3> threads{};
  for (const Work& work : batch_.works) {
    for (std::uint64_t i = 0; i < MediaBatch::places(work).size(); ++i) {
      const std::uint32_t color = MediaBatch::dword(batch_.thread(work, i), 0, 2) & 0xF;
      ASSERT_LT(color, 3U);
      EXPECT_EQ(color, MediaBatch::places(work)[i].color);
      ++threads[color];
    }
  }
  EXPECT_EQ(threads, (std::array{2U, 2U, 2U}));
}

// Each row of a 3 x 3 walker depends on the row above (0, -1).
TEST_P(MediaCommands, ScoreboardMakesARowWaitForTheRowAbove) {
  batch_.prologue({}, {0xC000'0001, 0xF0, 0});
  batch_.walker(3, 3, {1}, {.dword2 = MediaBatch::kUseScoreboard, .dword5 = 1});
  batch_.walker(3, 3, {1}, {.dword5 = 1});  // this walker does not use the scoreboard
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  ASSERT_EQ(batch_.works.size(), 4U);
  for (int row = 0; row < 3; ++row) {
    const std::span<const MediaPlace> places = MediaBatch::places(batch_.works[static_cast<std::size_t>(row)]);
    ASSERT_EQ(places.size(), 3U);
    for (const MediaPlace& place : places) EXPECT_EQ(place.y, row);
  }
  EXPECT_EQ(MediaBatch::places(batch_.works[3]).size(), 9U);
}

TEST_P(MediaCommands, PersistentRootThreadTakesTwelveDwords) {
  batch_.prologue({.constant_registers = 1});
  batch_.curbe(counting(50, 8));
  Dwords command{MediaBatch::kPersistent | 14, 0, 1U << 23, 0};  // the command with a fence
  for (const std::uint32_t each : counting(70, 12)) command.push_back(each);
  batch_.add(command);
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  const eu::Thread thread = batch_.thread(batch_.works.at(0), 0);
  EXPECT_EQ(MediaBatch::dword(thread, 1, 0), 50U);
  EXPECT_EQ(MediaBatch::dword(thread, 2, 0), 70U);
  EXPECT_EQ(MediaBatch::dword(thread, 3, 3), 81U);
}

// 2048 x 2047 threads, which are many parts.
TEST_P(MediaCommands, LargeWalkerStopsBetweenItsPartsWhenCancelled) {
  batch_.prologue({});
  batch_.walker(GetParam().wide ? 2000 : 500, 500, {1}, {.dword6 = 15U << 24});
  batch_.ran = [&](const Work&) {
    batch_.cancelled = batch_.works.size() == 3;
    return Result<void>{};
  };
  EXPECT_EQ(batch_.run(), StreamStatus::failed);
  EXPECT_NE(batch_.error().find("interrupted"), std::string::npos);
  EXPECT_EQ(batch_.works.size(), 3U);
}

TEST_P(MediaCommands, LargeWalkerEndsAtTheDeadline) {
  batch_.prologue({});
  batch_.walker(500, 500, {1}, {.dword6 = 15U << 24});
  batch_.ran = [&](const Work&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    return Result<void>{};
  };
  EXPECT_EQ(batch_.run(std::chrono::milliseconds(500)), StreamStatus::failed);
  EXPECT_NE(batch_.error().find("time limit"), std::string::npos) << batch_.error();
  EXPECT_LT(batch_.works.size(), 3U);  // of 61
}

struct Violation {
  std::string_view what;
  void (*make)(MediaBatch&);
};

class MediaViolations : public testing::TestWithParam<std::tuple<MediaMachine, Violation>> {};

const Violation kViolations[] = {
    {"the thread has no payload",
     [](MediaBatch& b) {
       b.prologue({});
       b.object({});
     }},
    {"the thread has no payload",
     [](MediaBatch& b) {
       b.prologue({});
       b.walker(2, 2);
     }},
    {"a walker has no indirect data",
     [](MediaBatch& b) {
       b.prologue({});
       b.walker(2, 2, {1}, {.dword2 = 64});
     }},
    {"the media pipeline is not selected",
     [](MediaBatch& b) {
       b.prologue({});
       b.select(0);
       b.object({}, {1});
     }},
    {"the media pipeline is not selected",
     [](MediaBatch& b) {
       b.prologue({});
       b.select(0);
       b.walker(2, 2, {1});
     }},
    {"interface descriptor 1 is used, but only 1",
     [](MediaBatch& b) {
       b.prologue({});
       b.object({1}, {1});
     }},
    {"indirect data at 0x380000",
     [](MediaBatch& b) {
       b.prologue({});
       b.object({0, 64, 0x80000});
     }},
    {"does not fit",
     [](MediaBatch& b) {
       b.prologue({});
       b.object({}, Dwords(128 * 8));
     }},
};

INSTANTIATE_TEST_SUITE_P(Generations, MediaViolations,
                         testing::Combine(testing::Values(kGen6Machine, kGen9Machine), testing::ValuesIn(kViolations)));

TEST_P(MediaViolations, AreReportedWithTheirDocument) {
  const auto& [machine, violation] = GetParam();
  MediaBatch batch(machine);
  violation.make(batch);
  expect_violation(batch, violation.what);
  EXPECT_NE(batch.error().find("MEDIA_OBJECT"), std::string::npos) << batch.error();
}

}  // namespace
}  // namespace eugene::gpu
