// Shadow memory and clocks of the race check.
#include "check/race/shadow.h"

#include <gtest/gtest.h>

namespace eugene::check {
namespace {

Mark mark_of(std::uint32_t thread, std::uint32_t channels, unsigned shift) {
  Mark mark{.thread = thread, .channels = channels, .is_set = true};
  mark.set_shift(shift);
  return mark;
}

TEST(Shadow, RowsAreSplitIntoCellsAndJoined) {
  Row row;
  row.write = mark_of(5, 1U << 4, 2);  // a channel for each dword
  row.reads[0] = mark_of(6, 1, Mark::kSameChannels);
  for (unsigned i = 0; i < Row::kBytes; ++i) row.values[i] = static_cast<std::byte>(i);
  std::size_t bytes = 0;
  EXPECT_FALSE(row.is_split());
  EXPECT_EQ(row.split(8, 4, Mark::kSameChannels, bytes), 4U);
  EXPECT_EQ(bytes, 4 * sizeof(Cell));
  EXPECT_EQ(row.at(8).value, 0x0B0A'0908U);
  EXPECT_EQ(row.at(8).write.channels, 1U << 6);
  EXPECT_EQ(row.at(8).reads[0].channels, 1U);
  EXPECT_FALSE(row.at(8).reads[1].is_set);
  EXPECT_EQ(row.split(9, 2, Mark::kSameChannels, bytes), 1U);
  EXPECT_EQ(row.split(0, 16, Mark::kSameChannels, bytes), 1U);
  EXPECT_EQ(row.at(9).value, 9U);
  EXPECT_EQ(row.at(15).write.channels, 1U << 7);
  row.join(mark_of(7, 1, 0), {});
  EXPECT_FALSE(row.is_split());
  EXPECT_FALSE(row.reads[0].is_set);
  bytes = 0;
  EXPECT_EQ(row.split(3, 1, Mark::kSameChannels, bytes), 1U);
  EXPECT_EQ(bytes, 0U) << "cells are kept";
  EXPECT_EQ(row.at(3).write.channels, 1U << 3);
  EXPECT_EQ(row.at(3).value, 0U);
}

// A cell has the same channels for all its bytes.
TEST(Shadow, BytesOfChannelsNeedCellsOfAByte) {
  std::size_t bytes = 0;
  Row read_by_bytes;
  read_by_bytes.reads[0] = mark_of(5, 1, 0);
  EXPECT_EQ(read_by_bytes.split(4, 4, Mark::kSameChannels, bytes), 1U);
  EXPECT_EQ(read_by_bytes.at(6).reads[0].channels, 1U << 6);
  Row written_by_words;
  written_by_words.write = mark_of(5, 1, 1);
  EXPECT_EQ(written_by_words.split(0, 8, 2, bytes), 1U);
  EXPECT_EQ(written_by_words.at(7).write.channels, 1U << 3);
  Row row;
  EXPECT_EQ(row.split(0, 8, 2, bytes), 4U);
  EXPECT_EQ(row.split(8, 4, 1, bytes), 1U) << "an access by words";
}

TEST(Shadow, PagesStay) {
  Shadow shadow;
  ShadowPage* page = shadow.page(5);
  ASSERT_NE(page, nullptr);
  for (std::uint64_t i = 100; i < 200; ++i) ASSERT_NE(shadow.page(i), nullptr);
  EXPECT_EQ(shadow.page(5), page);
}

TEST(Shadow, RefusesPagesAndSaysSo) {
  Shadow shadow;
  ASSERT_NE(shadow.page(1), nullptr);
  EXPECT_FALSE(shadow.has_refused());
  shadow.add(Shadow::kMaxBytes);
  EXPECT_EQ(shadow.page(2), nullptr);
  EXPECT_TRUE(shadow.has_refused());
  EXPECT_NE(shadow.page(1), nullptr);
}

TEST(Clocks, KnowWhatTheyHaveHeard) {
  Clock clock;
  const Epoch fenced = Epoch().next_step();
  EXPECT_FALSE(clock.knows(3, 0, Epoch()));
  clock.acquire(3, 0, fenced.published(), fenced.phase());
  EXPECT_TRUE(clock.knows(3, 0, Epoch()));
  EXPECT_FALSE(clock.knows(3, 0, fenced));
  EXPECT_FALSE(clock.knows(2, 0, Epoch()));
  // It then also knows what the group's other threads did before that barrier.
  clock.acquire(3, 0, fenced.next_phase().published(), fenced.next_phase().phase());
  EXPECT_TRUE(clock.knows(2, 0, fenced));
  EXPECT_FALSE(clock.knows(2, 0, fenced.next_phase()));
  EXPECT_FALSE(clock.knows(2, 1, fenced));
  Clock other;
  other.join(clock);
  EXPECT_TRUE(other.knows(2, 0, fenced));
}

TEST(Clocks, StepsStopAtTheLast) {
  Epoch moment;
  for (int i = 0; i < 5000; ++i) moment = moment.next_step();
  EXPECT_EQ(moment.phase(), 0U);
  EXPECT_EQ(moment.next_step(), moment);
  EXPECT_LT(moment, moment.published());  // so that all later accesses are known
  EXPECT_EQ(moment.next_phase().phase(), 1U);
}

}  // namespace
}  // namespace eugene::check
