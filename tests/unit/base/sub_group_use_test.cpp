#include "base/sub_group_use.h"

#include <gtest/gtest.h>

namespace eugene {
namespace {

TEST(SubGroupUse, IsThatOfTheirFunctions) {
  EXPECT_TRUE(may_use_sub_groups("x = sub_group_reduce_add(y);"));
  EXPECT_TRUE(may_use_sub_groups("x = intel_sub_group_block_read(p);"));
  EXPECT_TRUE(may_use_sub_groups("x = get_sub_group_local_id();"));
  EXPECT_TRUE(may_use_sub_groups("sub_group"));
  EXPECT_TRUE(may_use_sub_groups("__attribute__((intel_reqd_sub_group_size(8))) f() { sub_group_barrier(1); }"));
}

TEST(SubGroupUse, IsNotThatOfOthers) {
  EXPECT_FALSE(may_use_sub_groups(""));
  EXPECT_FALSE(may_use_sub_groups("work_group_barrier(CLK_LOCAL_MEM_FENCE);"));
  EXPECT_FALSE(may_use_sub_groups("__attribute__((intel_reqd_sub_group_size(16))) kernel void k() {}"));
  EXPECT_FALSE(may_use_sub_groups("#pragma OPENCL EXTENSION cl_intel_subgroups : enable"));
}

}  // namespace
}  // namespace eugene
