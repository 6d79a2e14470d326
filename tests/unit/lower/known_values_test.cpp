// Facts about values in lowering, and when they are forgotten.
#include "lower/known_values.h"

#include <gtest/gtest.h>

namespace eugene::lower {
namespace {

TEST(KnownValues, SurfaceIsTheIndexThatWasMovedLast) {
  KnownValues known;
  EXPECT_EQ(known.surface(64), std::nullopt);
  known.set_surface(64, 5);
  known.set_surface(68, 6);
  known.set_surface(64, 7);
  EXPECT_EQ(known.surface(64), 7U);
  known.set_surface(64, std::nullopt);  // moved from a variable
  EXPECT_EQ(known.surface(64), std::nullopt);
  EXPECT_EQ(known.surface(68), 6U);
}

// A surface and a predicate are known.
class KnownBoth : public ::testing::Test {
 protected:
  KnownBoth() {
    known_.set_surface(64, 5);
    known_.set_predicate(2);
  }
  KnownValues known_;
};

TEST_F(KnownBoth, StoreThroughAnAddressKeepsThePredicate) {
  known_.forget_surfaces();
  EXPECT_EQ(known_.surface(64), std::nullopt);
  EXPECT_TRUE(known_.has_predicate(2));
  EXPECT_FALSE(known_.has_predicate(1));
}

TEST_F(KnownBoth, NothingIsKnownAfterAJoin) {
  known_.forget();
  EXPECT_EQ(known_.surface(64), std::nullopt);
  EXPECT_FALSE(known_.has_predicate(2));
}

}  // namespace
}  // namespace eugene::lower
