#include "check/sync/copies.h"

#include <gtest/gtest.h>

namespace eugene::check {
namespace {

TEST(Copies, AreKnownByTheirLine) {
  EXPECT_TRUE(is_copy("event_t e = async_work_group_copy(to, from, n, 0);"));
  EXPECT_TRUE(is_copy("async_work_group_strided_copy (to, from, n, 2, e)"));
  EXPECT_FALSE(is_copy("e = async_work_group_copy(to, from, n, 0); out[i] = 3;"));
  EXPECT_FALSE(is_copy("wait_group_events(1, &e), e = async_work_group_copy(to, from, n, 0);"));
  EXPECT_FALSE(is_copy("out[i] = 3;  // async_work_group_copy(to, from, n, 0)"));
  EXPECT_FALSE(is_copy("my_async_work_group_copy(to, from);"));
  EXPECT_FALSE(is_copy(""));
}

TEST(Copies, AreWaitedForByWhatMayBeAWait) {
  EXPECT_TRUE(may_wait("wait_group_events(1, &e);"));
  EXPECT_TRUE(may_wait("barrier(CLK_LOCAL_MEM_FENCE); wait_group_events(1, &e);"));
  EXPECT_TRUE(may_wait("WAIT(e);"));
  EXPECT_TRUE(may_wait(""));
  EXPECT_FALSE(may_wait("barrier(CLK_LOCAL_MEM_FENCE);  // wait_group_events(1, &e)"));
  EXPECT_FALSE(may_wait("work_group_barrier(CLK_LOCAL_MEM_FENCE);"));
}

}  // namespace
}  // namespace eugene::check
