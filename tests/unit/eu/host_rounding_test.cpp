// Finds the host's rounding mode by arithmetic.
#include "eu/host_rounding.h"

#include <gtest/gtest.h>

namespace eugene::eu {
namespace {

TEST(HostRounding, IsToldAndRestored) {
  for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const bool was_nearest = rounds_to_nearest();
    bool is_nearest = false;
    {
      const NearestRounding rounding;
      is_nearest = rounds_to_nearest();
    }
    const int after = host_rounding();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(was_nearest, mode == FE_TONEAREST);
    EXPECT_TRUE(is_nearest);
    EXPECT_EQ(after, mode);
  }
}

}  // namespace
}  // namespace eugene::eu
