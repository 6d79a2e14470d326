// What programs leave in the directory that `eugene run` shares with them.
#include "i915/channel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace eugene::i915 {
namespace {

// A program may write to the directory what it likes.
TEST(Channel, DirectoriesInPlaceOfFilesAreNoStatistics) {
  std::string name = testing::TempDir() + "channel-XXXXXX";
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  const std::filesystem::path directory = name;
  std::filesystem::create_directory(directory / "stats-1");
  std::filesystem::create_directory(directory / "profile-1");
  std::ofstream(directory / "stats-2") << "no JSON";
  std::ofstream(directory / "stats-3") << stats_to_json({.work = {.dispatches = 5}, .kernels = {}});
  EXPECT_EQ(read_stats(directory).work.dispatches, 5U);
  EXPECT_TRUE(read_profile(directory).empty());
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace eugene::i915
