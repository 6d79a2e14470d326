// Runs in copies of pages, and the changes that are applied to memory.
#include "memory/page_copies.h"

#include <gtest/gtest.h>

#include <vector>

#include "memory/flat_memory.h"

namespace eugene::memory {
namespace {

constexpr std::uint64_t kBase = 0x10000;
constexpr std::uint64_t kPages = 8;

class PageCopiesTest : public testing::Test {
 protected:
  PageCopiesTest() {
    for (std::uint64_t n = 0; n < kPages; ++n) write(memory_view_, n * kPageBytes, static_cast<std::uint8_t>(n));
  }

  static void write(View& view, std::uint64_t offset, std::uint8_t value) {
    const auto byte = static_cast<std::byte>(value);
    ASSERT_TRUE(view.write(kBase + offset, {&byte, 1}));
  }
  static unsigned read(View& view, std::uint64_t offset) {
    std::byte byte{};
    EXPECT_TRUE(view.read(kBase + offset, {&byte, 1}));
    return static_cast<unsigned>(byte);
  }

  FlatMemory memory_ = make_memory();
  View memory_view_{memory_};
  PageOriginals originals_;

 private:
  static FlatMemory make_memory() {
    FlatMemory memory;
    EXPECT_TRUE(memory.map(kBase, kPages * kPageBytes));
    return memory;
  }
};

TEST_F(PageCopiesTest, NothingReachesTheMemoryBeforeItIsApplied) {
  PageCopies copies(memory_, originals_);
  View view(copies);
  write(view, 5, 77);
  EXPECT_EQ(read(view, 5), 77U);
  EXPECT_EQ(read(memory_view_, 5), 0U);
  copies.apply();
  EXPECT_EQ(read(memory_view_, 5), 77U);
}

// As a program does whose kernel runs.
TEST_F(PageCopiesTest, WhatOthersWriteMeanwhileStays) {
  PageCopies copies(memory_, originals_);
  View view(copies);
  write(view, 5, 77);
  write(memory_view_, 6, 88);
  write(memory_view_, 3 * kPageBytes, 99);
  copies.apply();
  EXPECT_EQ(read(memory_view_, 5), 77U);
  EXPECT_EQ(read(memory_view_, 6), 88U);
  EXPECT_EQ(read(memory_view_, 3 * kPageBytes), 99U);
}

TEST_F(PageCopiesTest, EveryRunBeginsWithTheSame) {
  PageCopies first(memory_, originals_);
  View view(first);
  write(view, kPageBytes, 77);
  write(memory_view_, kPageBytes, 88);
  PageCopies second(memory_, originals_);
  View other(second);
  EXPECT_EQ(read(other, kPageBytes), 1U);
  first.reset();
  EXPECT_EQ(read(view, kPageBytes), 1U);
}

// Reads and writes of a page use one copy, in either order.
TEST_F(PageCopiesTest, ReadsAndWritesAreOfOneCopy) {
  PageCopies copies(memory_, originals_);
  View view(copies);
  EXPECT_EQ(read(view, 2 * kPageBytes), 2U);
  write(view, 2 * kPageBytes, 55);
  EXPECT_EQ(read(view, 2 * kPageBytes), 55U);
}

TEST_F(PageCopiesTest, NewPagesFollowEachOther) {
  PageCopies copies(memory_, originals_);
  std::byte* single = copies.page(kBase + 3 * kPageBytes, Access::read);
  std::byte* host = nullptr;
  EXPECT_EQ(copies.pages_from(kBase, Access::write, kPages, host), 3U);
  EXPECT_EQ(copies.pages_from(kBase + 3 * kPageBytes, Access::write, 5, host), 1U);
  EXPECT_EQ(host, single);
  EXPECT_EQ(copies.pages_from(kBase + 4 * kPageBytes, Access::write, 20, host), 4U);
  EXPECT_EQ(copies.pages_from(kBase + kPages * kPageBytes, Access::write, 1, host), 0U);
  EXPECT_EQ(copies.pages().size(), kPages);
  EXPECT_EQ(copies.pages().begin()->second.address % kPageBytes, 0U);
}

}  // namespace
}  // namespace eugene::memory
