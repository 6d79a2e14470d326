// Host memory that the program changes while a command may still read it.
#include "opencl/host_sources.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <cstring>

namespace eugene::inside::opencl {
namespace {

using Texts = std::vector<std::string>;

class HostSourcesTest : public testing::Test {
 protected:
  void add(HostSources::Number command, const HostRows& rows, std::string what = "a call") {
    const auto digest = compute_digest(rows);
    ASSERT_TRUE(digest);
    sources_.add(command, rows, *digest, std::move(what));
  }
  Texts end(HostSources::Number command, bool is_known = true) {
    const CommandOrder::EndedCommand ended{.number = command, .is_known = is_known};
    return sources_.end({&ended, 1});
  }
  HostRows all() const { return {.begin = memory_.data(), .bytes = memory_.size()}; }

  HostSources sources_;
  std::array<unsigned char, 1000> memory_{};
};

TEST_F(HostSourcesTest, AChangeBeforeTheEndIsFound) {
  add(1, all(), "one");
  add(2, all(), "two");
  EXPECT_EQ(end(1), Texts());
  memory_[999] = 1;  // after the end of 1
  EXPECT_EQ(end(1), Texts());
  EXPECT_EQ(end(2), Texts{"two"});
  EXPECT_EQ(end(2), Texts());
}

// A command that reads a box of rows reads only the bytes inside the box.
TEST_F(HostSourcesTest, WhatIsBetweenRowsMayChange) {
  const HostRows box{
      .begin = memory_.data() + 10, .bytes = 3, .rows = 4, .slices = 2, .row_pitch = 20, .slice_pitch = 200};
  EXPECT_EQ(box.span(), 263U);
  add(1, box);
  memory_[13] = memory_[9] = memory_[90] = memory_[209] = 1;
  EXPECT_EQ(end(1), Texts());
  add(2, box);
  memory_[10 + 200 + 60 + 2] = 1;
  EXPECT_EQ(end(2), Texts{"a call"});
}

// Every byte counts, wherever it is in a word.
TEST_F(HostSourcesTest, EachByteCounts) {
  for (const std::size_t bytes : {1U, 7U, 8U, 9U, 999U}) {
    for (std::size_t at = 0; at < bytes; ++at) {
      const HostRows rows{.begin = memory_.data(), .bytes = bytes};
      add(1, rows);
      memory_[at] ^= 0x10;
      EXPECT_EQ(end(1).size(), 1U) << at << " of " << bytes;
    }
    add(1, {.begin = memory_.data(), .bytes = bytes});
    memory_[bytes] ^= 1;
    EXPECT_EQ(end(1), Texts()) << bytes;
  }
}

// If an earlier or a later command writes the memory, the check cannot know whether the program has changed it.
TEST_F(HostSourcesTest, DestinationsOfCommandsAreLeftOut) {
  EXPECT_EQ(sources_.add_destination(1, this, {.begin = memory_.data() + 500, .bytes = 4}), Texts());
  add(2, all());
  memory_[501] = 7;
  EXPECT_EQ(end(1), Texts());
  EXPECT_EQ(end(2), Texts());
  add(3, all());
  EXPECT_EQ(sources_.add_destination(4, this, all()), Texts());
  memory_[1] = 7;
  EXPECT_EQ(end(3), Texts());
  EXPECT_EQ(end(4), Texts());
  add(5, all(), "five");
  memory_[1] = 8;  // before the later command is given
  EXPECT_EQ(sources_.add_destination(6, this, {.begin = memory_.data(), .bytes = 1}), Texts{"five"});
}

TEST_F(HostSourcesTest, CommandsThatAreNotFollowed) {
  add(1, all());
  memory_[0] = 1;
  EXPECT_EQ(end(1, false), Texts());
  EXPECT_EQ(end(1), Texts());
  // The command may write its destination until the queue is finished.
  (void)sources_.add_destination(2, this, all());
  EXPECT_EQ(end(2, false), Texts());
  add(3, all());
  memory_[0] = 2;
  EXPECT_EQ(end(3), Texts());
  sources_.finish(this);
  add(4, all());
  memory_[0] = 3;
  EXPECT_EQ(end(4).size(), 1U);
}

TEST_F(HostSourcesTest, SharedMemoryIsTheDevicesToo) {
  sources_.add_shared(memory_.data() + 100, 10);
  add(1, all());
  memory_[0] = 1;
  EXPECT_EQ(end(1), Texts());
  sources_.remove_shared(memory_.data() + 100);
  add(2, all());
  memory_[0] = 2;
  EXPECT_EQ(end(2).size(), 1U);
}

TEST_F(HostSourcesTest, EndAllLooksAtAll) {
  add(1, all(), "one");
  memory_[0] = 1;
  add(2, all(), "two");
  EXPECT_EQ(sources_.end_all(), Texts{"one"});
  memory_[0] = 2;
  EXPECT_EQ(end(1), Texts());
  EXPECT_EQ(end(2), Texts());
}

// Memory that the program has given back cannot be read, and has changed.
TEST_F(HostSourcesTest, MemoryThatIsGone) {
  constexpr std::size_t kBytes = 8192;
  void* const memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  const HostRows rows{.begin = memory, .bytes = kBytes};
  add(1, rows);
  ASSERT_EQ(::munmap(memory, kBytes), 0);
  EXPECT_EQ(compute_digest(rows), std::nullopt);
  EXPECT_EQ(end(1).size(), 1U);
}

}  // namespace
}  // namespace eugene::inside::opencl
