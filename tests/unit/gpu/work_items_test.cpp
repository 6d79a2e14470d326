// The invocations of shaders, as Mesa's compiler counts them (brw_nir_lower_cs_intrinsics).
#include "gpu/media/work_items.h"

#include <gtest/gtest.h>

#include "gpu/media/gpgpu_work.h"

namespace eugene::gpu {
namespace {

// Four threads of 8 channels, and groups from (0,0,0) to (1,1,0).
Work work() {
  Work work;
  set_groups(work, {.simd = 8, .threads = {4, 1, 1}, .end = {2, 2, 1}}, {});
  return work;
}

TEST(WorkItems, OfShadersAreCountedInTheirOrder) {
  const Work of = work();
  const ItemId local{8, 4, 1};
  const WorkItems rows(of, local, Counting::x_fastest);
  EXPECT_EQ(rows.local_id(1, 3), (ItemId{3, 1, 0}));
  EXPECT_EQ(rows.index(1, 3), 11U);
  EXPECT_EQ(rows.global_id(3, 1, 3), (ItemId{11, 5, 0}));
  const WorkItems columns(of, local, Counting::columns_of_four);
  EXPECT_EQ(columns.local_id(0, 5), (ItemId{1, 1, 0}));
  EXPECT_EQ(columns.index(0, 5), 9U);
  EXPECT_EQ(WorkItems(of, {2, 8, 2}, Counting::columns_of_four).local_id(3, 1), (ItemId{0, 5, 1}));
  EXPECT_EQ(WorkItems(of, {16, 2, 1}, Counting::y_fastest).local_id(1, 3), (ItemId{5, 1, 0}));
}

TEST(WorkItems, OfShadersHaveIndicesWithoutASize) {
  const Work of = work();
  for (const ItemId& local : {ItemId{}, ItemId{8, 8, 1}}) {  // not known, or not that of this dispatch
    const WorkItems items(of, local, Counting::x_fastest);
    EXPECT_EQ(items.local_id(1, 3), std::nullopt);
    EXPECT_EQ(items.global_id(0, 1, 3), std::nullopt);
    EXPECT_EQ(items.index(1, 3), 11U);
    EXPECT_EQ(items.index(1, 8), std::nullopt);  // no channel
    EXPECT_EQ(WorkItems(of, local, Counting::columns_of_four).index(1, 3), std::nullopt);
    EXPECT_EQ(WorkItems(of, local, Counting::unknown).index(1, 3), std::nullopt);
  }
}

}  // namespace
}  // namespace eugene::gpu
