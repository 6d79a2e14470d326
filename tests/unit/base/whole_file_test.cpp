#include "base/whole_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

using namespace eugene;

namespace {

class WholeFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "whole-file-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::filesystem::path path(const char* name) const { return directory_ / name; }
  static std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

 private:
  std::filesystem::path directory_;
};

TEST_F(WholeFile, IsWrittenAndReplaced) {
  const std::string text(100'000, 'x');
  ASSERT_TRUE(write_whole_file(path("a"), text));
  EXPECT_EQ(read(path("a")), text);
  ASSERT_TRUE(write_whole_file(path("a"), std::string_view("\0y", 2)));
  EXPECT_EQ(read(path("a")), std::string("\0y", 2));
}

TEST_F(WholeFile, CannotBeOpened) {
  const auto written = write_whole_file(path("none/a"), "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write to " + path("none/a").string() + ": No such file or directory");
}

// POSIX, write(): EFBIG, and SIGXFSZ for the thread, whose default is to end the process.
TEST_F(WholeFile, IsRemovedWhereItMayNotGrow) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{.rlim_cur = 10, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto written = write_whole_file(path("a"), "more than ten bytes");
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write to " + path("a").string() + ": File too large");
  EXPECT_FALSE(std::filesystem::exists(path("a")));
}

}  // namespace
