#include "checks/fences.h"

#include <gtest/gtest.h>

namespace eugene::checks {
namespace {

constexpr Fences kBoth{}, kLocal{.global = false}, kGlobal{.local = false};

TEST(Fences, OfABarrierThatNamesOneMemory) {
  EXPECT_EQ(fences_of_barrier("barrier(CLK_LOCAL_MEM_FENCE);"), kLocal);
  EXPECT_EQ(fences_of_barrier("if (n > 4) { work_group_barrier ( CLK_GLOBAL_MEM_FENCE , memory_scope_device ); }"),
            kGlobal);
  EXPECT_EQ(fences_of_barrier("barrier(CLK_LOCAL_MEM_FENCE);  // barrier(CLK_GLOBAL_MEM_FENCE)"), kLocal);
  EXPECT_EQ(fences_of_barrier("sub_group_barrier(0); barrier(CLK_LOCAL_MEM_FENCE);"), kLocal);
}

TEST(Fences, OfOthersAreOfAllMemory) {
  EXPECT_EQ(fences_of_barrier("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences_of_barrier("barrier(CLK_LOCAL_MEM_FENCE); x = y; barrier(CLK_GLOBAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences_of_barrier("SYNC;"), kBoth);
  EXPECT_EQ(fences_of_barrier("my_barrier(CLK_LOCAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences_of_barrier("sub_group_barrier(CLK_LOCAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences_of_barrier("barrier(FLAGS);"), kBoth);
  EXPECT_EQ(fences_of_barrier("barrier("), kBoth);
  EXPECT_EQ(fences_of_barrier(""), kBoth);
}

}  // namespace
}  // namespace eugene::checks
