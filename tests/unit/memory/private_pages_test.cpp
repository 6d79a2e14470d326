// Private copies of pages: their contents, their addresses, and that the memory itself does not change.
#include "memory/private_pages.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "memory/flat_memory.h"

namespace eugene::memory {
namespace {

constexpr std::uint64_t kBegin = 0x4000'0000 - 4 * kPageBytes;  // a region of the storage begins within
constexpr std::uint64_t kCopiedPages = 16;

class PrivatePagesTest : public ::testing::Test {
 protected:
  PrivatePagesTest() {
    first_ = *memory_.map(kBegin, kCopiedPages * kPageBytes);
    for (std::size_t i = 0; i != first_.size(); ++i) first_[i] = static_cast<std::byte>(i / kPageBytes + 1);
    (void)memory_.map(kReadOnly, kPageBytes, false);
  }

  static constexpr std::uint64_t kReadOnly = 0x7000'0000;
  FlatMemory memory_;
  std::span<std::byte> first_;
  PrivateStorage storage_;
};

constexpr auto kUnchanged = [](std::uint64_t, std::span<std::byte>) {};

TEST_F(PrivatePagesTest, WritesDoNotReachTheMemoryItself) {
  PrivatePages pages(memory_, storage_, kUnchanged);
  View view(pages);
  const std::vector<std::byte> written(3 * kPageBytes, std::byte{0xAB});
  EXPECT_TRUE(view.write(kBegin + 100, written));
  std::vector<std::byte> read(written.size());
  EXPECT_TRUE(view.read(kBegin + 100, read));
  EXPECT_EQ(read, written);
  EXPECT_EQ(first_[100], std::byte{1});
  EXPECT_EQ(first_[kPageBytes], std::byte{2});
  std::byte before{};
  EXPECT_TRUE(view.read(kBegin + 99, {&before, 1}));
  EXPECT_EQ(before, std::byte{1});
}

TEST_F(PrivatePagesTest, AreContiguousWhereTheMemoryIs) {
  PrivatePages pages(memory_, storage_, kUnchanged);
  std::byte* last = nullptr;
  ASSERT_EQ(pages.pages_from(kBegin + 8 * kPageBytes, Access::read, 4, last), 4U);
  std::byte* first = nullptr;
  ASSERT_EQ(pages.pages_from(kBegin + 4 * kPageBytes, Access::write, 5, first), 5U);
  EXPECT_EQ(first + 4 * kPageBytes, last);
  EXPECT_EQ(pages.page(kBegin + 5 * kPageBytes, Access::read), first + kPageBytes);
  EXPECT_EQ(first[kPageBytes], std::byte{6});
  EXPECT_EQ(pages.copied_bytes(), 8 * kPageBytes);
  EXPECT_EQ(pages.find_copy(kBegin + 4 * kPageBytes), first);
  EXPECT_EQ(pages.find_copy(kBegin), nullptr);
}

TEST_F(PrivatePagesTest, IsMappedAsTheMemoryIs) {
  PrivatePages pages(memory_, storage_, kUnchanged);
  EXPECT_EQ(pages.page(kBegin - kPageBytes, Access::read), nullptr);
  EXPECT_EQ(pages.page(kBegin + kCopiedPages * kPageBytes, Access::read), nullptr);
  EXPECT_EQ(pages.page(kReadOnly, Access::write), nullptr);
  EXPECT_NE(pages.page(kReadOnly, Access::read), nullptr);
}

TEST_F(PrivatePagesTest, ChangesEachCopyOnceAndTellsOfAll) {
  std::multiset<std::uint64_t> changed;
  PrivatePages pages(memory_, storage_, [&](std::uint64_t address, std::span<std::byte> page) {
    changed.insert(address);
    page[7] = std::byte{0xEE};
  });
  ASSERT_NE(pages.page(kBegin, Access::read), nullptr);
  std::byte* host = nullptr;
  ASSERT_NE(pages.pages_from(kBegin, Access::write, 2, host), 0U);
  EXPECT_EQ(host[7], std::byte{0xEE});
  EXPECT_EQ(first_[7], std::byte{1});
  EXPECT_EQ(changed, (std::multiset<std::uint64_t>{kBegin, kBegin + kPageBytes}));
  std::set<std::uint64_t> told;
  EXPECT_TRUE(pages.all_of([&](std::uint64_t address, const std::byte* original, const std::byte* copy) {
    told.insert(address);
    return original != copy && original[0] == copy[0];
  }));
  EXPECT_EQ(told, (std::set<std::uint64_t>{kBegin, kBegin + kPageBytes}));
  EXPECT_FALSE(pages.all_of([](std::uint64_t, const std::byte*, const std::byte*) { return false; }));
}

// Reused storage holds no contents of its earlier owner.
TEST_F(PrivatePagesTest, BeginAgain) {
  for (unsigned i = 0; i != 2; ++i) {
    PrivatePages pages(memory_, storage_, kUnchanged);
    std::byte* const page = pages.page(kBegin, Access::write);
    ASSERT_NE(page, nullptr);
    EXPECT_EQ(page[3], std::byte{1});
    page[3] = std::byte{99};
    if (i == 1) storage_.release();
  }
}

// Private copies of copies: runs that begin with the same memory, whatever the program writes meanwhile.
TEST_F(PrivatePagesTest, CopiesOfCopiesBeginWithTheSame) {
  PrivateStorage storages[2];
  PrivatePages originals(memory_, storage_);
  PrivatePages first(originals, storages[0]), second(originals, storages[1]);
  std::byte* const first_page = first.page(kBegin, Access::write);
  ASSERT_NE(first_page, nullptr);
  first_page[3] = std::byte{77};
  first_[3] = std::byte{88};
  const std::byte* const second_page = second.page(kBegin, Access::read);
  ASSERT_NE(second_page, nullptr);
  EXPECT_EQ(second_page[3], std::byte{1});
  EXPECT_EQ(first.find_page_copy(originals.find_copy(kBegin)), first_page);
  EXPECT_EQ(first.find_page_copy(&first_[0]), nullptr);
  first.reset();
  EXPECT_EQ(first_page[3], std::byte{1});
}

// An address space with two addresses for the same pages: kBegin and `kAlias`.
class Aliases final : public PageSource {
 public:
  static constexpr std::uint64_t kAlias = 0x9'0000'0000;
  explicit Aliases(PageSource& memory) : memory_(&memory) {}
  std::byte* page(std::uint64_t address, Access access) override { return memory_->page(moved(address), access); }
  std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) override {
    return memory_->pages_from(moved(address), access, pages, host);
  }

 private:
  static std::uint64_t moved(std::uint64_t address) { return address >= kAlias ? address - kAlias + kBegin : address; }
  PageSource* memory_;
};

TEST_F(PrivatePagesTest, APageHasOneCopyWhateverItsAddress) {
  Aliases aliases(memory_);
  PrivatePages pages(aliases, storage_);
  std::byte* const known = pages.page(kBegin + 2 * kPageBytes, Access::write);
  std::byte* host = nullptr;
  EXPECT_EQ(pages.pages_from(Aliases::kAlias, Access::write, 8, host), 2U);
  EXPECT_EQ(pages.pages_from(Aliases::kAlias + 2 * kPageBytes, Access::write, 8, host), 1U);
  EXPECT_EQ(host, known);
  EXPECT_EQ(pages.page(kBegin + kPageBytes, Access::read), pages.page(Aliases::kAlias + kPageBytes, Access::read));
  EXPECT_EQ(pages.copied_bytes(), 3 * kPageBytes);
}

TEST_F(PrivatePagesTest, AreForSeveralThreads) {
  PrivatePages pages(memory_, storage_, kUnchanged);
  std::vector<std::jthread> threads;
  std::array<std::array<std::byte*, kCopiedPages>, 4> seen{};
  for (auto& mine : seen) {
    threads.emplace_back([&] {
      for (std::uint64_t page = 0; page != kCopiedPages; ++page)
        mine[page] = pages.page(kBegin + page * kPageBytes, Access::write);
    });
  }
  threads.clear();
  for (const auto& mine : seen) EXPECT_EQ(mine, seen[0]);
  EXPECT_EQ(pages.copied_bytes(), kCopiedPages * kPageBytes);
}

}  // namespace
}  // namespace eugene::memory
