#include "base/whole_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

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

// Opening a pipe waits for its reader, writing to it for the reader to read.
TEST_F(WholeFile, IsNoPipeThatNobodyReads) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const auto written = write_whole_file(path("pipe"), "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write to " + path("pipe").string() + ": nobody reads from this pipe");
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));  // it was there before, and is not ours to remove
}

TEST_F(WholeFile, MayBeAPipeThatSomebodyReads) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string read;
  std::jthread reader([&] { read = WholeFile::read(path("pipe")); });
  const std::string text(1'000'000, 'x');  // more than a pipe holds
  Result<void> written = fail("not yet");
  for (int i = 0; i != 1000 && !written; ++i) {
    written = write_whole_file(path("pipe"), text);
    if (!written) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(written) << written.error().message;
  reader.join();
  EXPECT_EQ(read, text);
}

// A full disk, as a device.
TEST_F(WholeFile, LeavesDevicesWhereTheyAre) {
  const std::filesystem::path full = path("full");
  std::filesystem::create_symlink("/dev/full", full);
  const auto written = write_whole_file(full, "x");
  ASSERT_FALSE(written);
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::symlink_status(full)));
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

TEST_F(WholeFile, IsReadIfItIsRegular) {
  ASSERT_TRUE(write_whole_file(path("a"), "text"));
  EXPECT_EQ(read_regular_file(path("a")), "text");
  ASSERT_TRUE(write_whole_file(path("a"), ""));
  EXPECT_EQ(read_regular_file(path("a")), "");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  for (const std::filesystem::path& each :
       {path("pipe"), path("none"), path("."), std::filesystem::path("/dev/zero"), std::filesystem::path("/dev/tty")})
    EXPECT_EQ(read_regular_file(each), std::nullopt) << each;
}

}  // namespace
