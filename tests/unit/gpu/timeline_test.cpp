// Marks of a dispatch, memory that is restored at them, and the way from a mark to a moment.
#include "gpu/timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "memory/view.h"

namespace eugene::gpu {
namespace {

using Step = Timeline::Step;
using Direction = Timeline::Direction;

// Two pages from address 0 on.
class Pages final : public memory::PageSource {
 public:
  std::byte* page(std::uint64_t address, memory::Access /*access*/) override {
    return address < bytes.size() ? &bytes[address] : nullptr;
  }
  std::array<std::byte, 2 * memory::kPageBytes> bytes{};
};

struct State final : eu::GroupState {
  std::size_t bytes() const override { return 1000; }
};

class TimelineTest : public testing::Test {
 protected:
  void write(Timeline& timeline, std::uint64_t address, std::uint64_t value) {
    timeline.overwrites(address, 1);
    pages.bytes[address] = std::byte(value);
  }
  Pages pages;
};

TEST_F(TimelineTest, RestoresWhatGroupsHaveWritten) {
  Timeline timeline(pages);
  for (unsigned group = 0; group != 4; ++group) {
    EXPECT_TRUE(timeline.group_begins(group, 1));
    EXPECT_EQ(timeline.step(0, 0), Step::forward);
    write(timeline, 100, group + 1);
    write(timeline, 4090 + group, group + 1);
  }
  timeline.seek({.group = 2, .event = 1});
  EXPECT_EQ(timeline.direction(), Direction::leaving);
  ASSERT_NE(timeline.leaving_to(), nullptr);
  EXPECT_EQ(timeline.leaving_to()->group, 2U);
  EXPECT_EQ(timeline.step(0, 5), Step::repeated);  // the dispatch is leaving
  EXPECT_EQ(timeline.goes_back().moment, (Moment{.group = 2}));
  EXPECT_EQ(timeline.leaving_to(), nullptr);
  EXPECT_EQ(pages.bytes[100], std::byte{2});
  EXPECT_EQ(pages.bytes[4091], std::byte{2});
  EXPECT_EQ(pages.bytes[4092], std::byte{0});
  EXPECT_TRUE(timeline.group_begins(2, 1));
  EXPECT_EQ(timeline.step(0, 0), Step::arrived);
  EXPECT_EQ(timeline.direction(), Direction::forward);
  write(timeline, 100, 9);
  EXPECT_TRUE(timeline.search({.group = 1, .event = 1}));
  timeline.goes_back();
  EXPECT_EQ(pages.bytes[100], std::byte{0});
  EXPECT_EQ(pages.bytes[4090], std::byte{0});
  EXPECT_FALSE(timeline.search({.group = 0, .event = 1}));
}

TEST_F(TimelineTest, KeepsAccessesAcrossLinesAndNoneThatIsNotThere) {
  Timeline timeline(pages);
  timeline.group_begins(0, 1);
  timeline.step(0, 0);
  timeline.overwrites(4094, 4);
  timeline.overwrites(3 * memory::kPageBytes, 4);
  for (unsigned i = 0; i != 4; ++i) pages.bytes[4094 + i] = std::byte{1};
  timeline.seek({.event = 1});
  timeline.goes_back();
  for (unsigned i = 0; i != 4; ++i) EXPECT_EQ(pages.bytes[4094 + i], std::byte{0});
}

TEST_F(TimelineTest, JoinsGroupsWhereThereAreTooMany) {
  Timeline timeline(pages, {.lines = 8});
  for (unsigned group = 0; group != 64; ++group) {
    timeline.group_begins(group, 1);
    timeline.step(0, 0);
    timeline.overwrites(group * 64, 4);
    write(timeline, 0, group + 1);
    pages.bytes[group * 64 + 1] = std::byte{7};
  }
  timeline.seek({.group = 40, .event = 1});
  const std::uint64_t from = timeline.origin().group;
  EXPECT_LE(from, 40U);
  EXPECT_GT(from, 0U);
  timeline.goes_back();
  EXPECT_EQ(pages.bytes[0], std::byte(from));
  EXPECT_EQ(pages.bytes[from * 64 + 1], std::byte{0});
  EXPECT_EQ(pages.bytes[(from - 1) * 64 + 1], std::byte{7});
}

// In a group of 10^7 instructions, there are few marks, and older marks are farther apart.
TEST_F(TimelineTest, HasMarksThatAreTheCloserTheLaterTheyAre) {
  constexpr std::uint64_t kEvery = 1024, kEnd = 10'000'000;
  Timeline timeline(pages, {.distance = kEvery});
  timeline.group_begins(0, 1);
  const auto state = std::make_shared<const State>();
  std::size_t most = 0;
  for (std::uint64_t event = 1; event <= kEnd; ++event) {
    timeline.step(0, event);
    if (!timeline.wants_mark()) continue;
    timeline.mark(state, std::to_string(event));
    write(timeline, 0, event / kEvery);
    most = std::max(most, timeline.marks());
  }
  EXPECT_LT(most, 120U);
  for (const std::uint64_t ago : {1UL, 10'000UL, 100'000UL, 5'000'000UL}) {
    timeline.seek({.event = kEnd - ago});
    EXPECT_LE(kEnd - ago - timeline.origin().event, 2 * kEvery + ago / 2) << ago;
  }
  const Timeline::Mark& mark = timeline.goes_back();
  EXPECT_EQ(mark.from.state, state);
  EXPECT_EQ(std::any_cast<std::string>(mark.kept), std::to_string(mark.moment.event));
  EXPECT_EQ(pages.bytes[0], std::byte(mark.moment.event / kEvery - 1));
  EXPECT_EQ(timeline.now(), mark.moment);
  EXPECT_FALSE(timeline.group_begins(0, 1));  // it resumes in its middle
  EXPECT_EQ(timeline.step(0, mark.moment.event), Step::repeated);
  EXPECT_EQ(timeline.step(0, mark.moment.event + 1), Step::back);
}

TEST_F(TimelineTest, AnInstructionThatWaitsIsNoNewOne) {
  Timeline timeline(pages);
  timeline.group_begins(7, 2);
  EXPECT_EQ(timeline.step(0, 0), Step::forward);
  EXPECT_EQ(timeline.step(0, 0), Step::repeated);
  EXPECT_EQ(timeline.step(1, 0), Step::forward);
  EXPECT_EQ(timeline.step(0, 1), Step::forward);
  EXPECT_EQ(timeline.now(), (Moment{.group = 7, .event = 3}));
  EXPECT_EQ(timeline.clock(), 3U);
}

// Instructions are counted from 0 over all groups, and only snapshots are marks.
TEST_F(TimelineTest, RewindsForAnotherRun) {
  Timeline timeline(pages, {.distance = 10, .marks_groups = false});
  EXPECT_EQ(timeline.rewind(100), nullptr);
  for (unsigned group = 0; group != 2; ++group) {
    timeline.group_begins(group, 1);
    for (std::uint64_t event = 0; event != 15; ++event) {
      timeline.step(0, event);
      write(timeline, 0, timeline.clock());
      if (timeline.wants_mark()) timeline.mark(std::make_shared<const State>(), {});
    }
  }
  EXPECT_EQ(timeline.marks(), 3U);
  EXPECT_EQ(timeline.rewind(9), nullptr);
  const Timeline::Mark* mark = timeline.rewind(25);
  ASSERT_NE(mark, nullptr);
  EXPECT_EQ(mark->clock, 20U);
  EXPECT_EQ(mark->moment, (Moment{.group = 1, .event = 5}));
  EXPECT_EQ(pages.bytes[0], std::byte{20});
  EXPECT_EQ(timeline.rewind(19)->clock, 10U);
  EXPECT_EQ(pages.bytes[0], std::byte{10});
}

}  // namespace
}  // namespace eugene::gpu
