// Shadow memory and clocks of the race check.
#include "checks/race_shadow.h"

#include <gtest/gtest.h>

namespace eugene::checks {
namespace {

TEST(Shadow, CellsAreOfDwordsUntilSmallerAccesses) {
  ShadowPage page;
  EXPECT_EQ(page.divide(8, 16), 4U);
  page.at(8).value = 0x0403'0201;
  page.at(8).write.is_set = true;
  EXPECT_EQ(page.divide(9, 2), 1U);
  EXPECT_EQ(page.divide(8, 4), 1U);
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(page.at(8 + i).value, i + 1);
    EXPECT_TRUE(page.at(8 + i).write.is_set);
  }
  EXPECT_FALSE(page.at(12).write.is_set);
}

TEST(Shadow, PagesStay) {
  Shadow shadow;
  Shadow::Locked page;
  ASSERT_TRUE(shadow.lock(page, 5));
  page->at(0).value = 7;
  for (std::uint64_t i = 100; i < 200; ++i) ASSERT_TRUE(shadow.lock(page, i));
  ASSERT_TRUE(shadow.lock(page, 5));
  EXPECT_EQ(page->at(0).value, 7U);
}

TEST(Clocks, KnowWhatTheyHaveHeard) {
  Clock clock;
  const Moment fenced = Moment().next_step();
  EXPECT_FALSE(clock.knows(3, 0, Moment()));
  clock.hear(3, 0, fenced.published(), fenced.phase());
  EXPECT_TRUE(clock.knows(3, 0, Moment()));
  EXPECT_FALSE(clock.knows(3, 0, fenced));
  EXPECT_FALSE(clock.knows(2, 0, Moment()));
  // Of the other threads of the group what was before its barrier.
  clock.hear(3, 0, fenced.next_phase().published(), fenced.next_phase().phase());
  EXPECT_TRUE(clock.knows(2, 0, fenced));
  EXPECT_FALSE(clock.knows(2, 0, fenced.next_phase()));
  EXPECT_FALSE(clock.knows(2, 1, fenced));
  Clock other;
  other.join(clock);
  EXPECT_TRUE(other.knows(2, 0, fenced));
}

TEST(Clocks, StepsStopAtTheLast) {
  Moment moment;
  for (int i = 0; i < 5000; ++i) moment = moment.next_step();
  EXPECT_EQ(moment.phase(), 0U);
  EXPECT_EQ(moment.next_step(), moment);
  EXPECT_LT(moment, moment.published());  // so that all later accesses are known
  EXPECT_EQ(moment.next_phase().phase(), 1U);
}

}  // namespace
}  // namespace eugene::checks
