// Dispatches find their launches, in order.
#include "process/watchers/launches.h"

#include <gtest/gtest.h>

namespace eugene::inside::process {
namespace {

eugene_launched launch_of(const char* kernel, std::size_t global, std::size_t local) {
  return {.kernel = kernel, .global = {global, 1, 1}, .local = {local, local == 0 ? 0U : 1U, local == 0 ? 0U : 1U}};
}

std::optional<ProgramLaunch> take(Launches& launches, const std::vector<std::string>& kernels, std::uint64_t groups) {
  return launches.take(kernels, groups);
}

TEST(Launches, AreTakenInOrder) {
  Launches launches;
  launches.add(launch_of("a", 64, 16));
  launches.add(launch_of("b", 64, 16));
  launches.add(launch_of("a", 64, 16));
  EXPECT_EQ(take(launches, {"a"}, 4)->id, 1U);
  EXPECT_EQ(take(launches, {"a"}, 4)->id, 3U);
  EXPECT_FALSE(take(launches, {"a"}, 4));
  EXPECT_EQ(take(launches, {"b"}, 4)->id, 2U);
  EXPECT_FALSE(take(launches, {"fill of the driver"}, 4));
}

// For example, dispatches of kernels with the same machine code.
TEST(Launches, OfSeveralKernelsAreTakenInOrder) {
  Launches launches;
  launches.add(launch_of("b", 64, 16));
  launches.add(launch_of("a", 64, 16));
  EXPECT_EQ(take(launches, {"a", "b"}, 4)->kernel, "b");
  EXPECT_TRUE(launches.any_waits());
  EXPECT_EQ(take(launches, {"a", "b"}, 4)->kernel, "a");
  EXPECT_FALSE(launches.any_waits());
  EXPECT_FALSE(take(launches, {"a", "b"}, 4));
}

TEST(Launches, OfAnotherSizeAreOthers) {
  Launches launches;
  launches.add(launch_of("a", 64, 16));
  launches.add(launch_of("a", 70, 16));
  EXPECT_EQ(take(launches, {"a"}, 5)->id, 2U);
  launches.add(launch_of("a", 64, 0));  // the driver chooses
  EXPECT_EQ(take(launches, {"a"}, 7)->id, 3U);
}

TEST(Launches, ThatFailAreTakenBack) {
  Launches launches;
  launches.take_back(launches.add(launch_of("a", 64, 16)));
  EXPECT_FALSE(take(launches, {"a"}, 4));
  launches.add(launch_of("a", 64, 16));
  EXPECT_EQ(take(launches, {"a"}, 4)->id, 2U);
}

TEST(Launches, KnowSharedMemory) {
  Launches launches;
  launches.share(0x1000, 100);
  launches.share(0x1000, 0);
  ASSERT_EQ(launches.allocations().size(), 1U);
  EXPECT_TRUE(launches.allocations().front().is_freed);
  launches.share(0x1040, 8);  // new memory where the freed range was
  ASSERT_EQ(launches.allocations().size(), 1U);
  EXPECT_FALSE(launches.allocations().front().is_freed);
}

}  // namespace
}  // namespace eugene::inside::process
