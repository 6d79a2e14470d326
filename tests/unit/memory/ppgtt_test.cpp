#include "memory/ppgtt.h"

#include <array>
#include <random>

#include <gtest/gtest.h>

#include "memory/ggtt.h"

namespace eugene::memory::ppgtt_test {
namespace {

constexpr std::uint64_t kPresent = 1;
constexpr std::uint64_t kWritable = 2;
constexpr std::uint64_t kRead = kPresent;
constexpr std::uint64_t kReadWrite = kPresent | kWritable;
constexpr std::uint64_t kPageSize = 1 << 7;
constexpr std::uint64_t kIntermediatePage = 1 << 11;

// Tables at fixed places: PML4, PDP, PD, PT one page each from 1 MB; all of index 1, 2, 3 and up.
constexpr std::uint64_t kPml4 = 0x10'0000;
constexpr std::uint64_t kPdp = 0x10'1000;
constexpr std::uint64_t kPd = 0x10'2000;
constexpr std::uint64_t kPt = 0x10'3000;
constexpr std::uint64_t kBase = (1ULL << 39) + (2ULL << 30) + (3ULL << 21);

struct PpgttTest : testing::Test {
  PpgttTest() {
    memory.write_qword(kPml4 + 8 * 1, kPdp | kReadWrite);
    memory.write_qword(kPdp + 8 * 2, kPd | kReadWrite);
    memory.write_qword(kPd + 8 * 3, kPt | kReadWrite);
  }
  void map(unsigned index, std::uint64_t entry) { memory.write_qword(kPt + 8 * index, entry); }

  PhysicalMemory memory;
  Ppgtt tables{memory, kPml4};
};

TEST_F(PpgttTest, WalksFourLevels) {
  map(5, 0x777'0000'1000 | kReadWrite);
  EXPECT_EQ(tables.translate(kBase + 0x5123), (Translation{0x777'0000'1123, true}));
  EXPECT_EQ(tables.translate(kBase + 0x4123), std::nullopt);
  EXPECT_EQ(tables.translate(kBase + (1ULL << 21) + 0x5123), std::nullopt);
  EXPECT_EQ(tables.translate(kBase + (1ULL << 30) + 0x5123), std::nullopt);
  EXPECT_EQ(tables.translate(0x5123), std::nullopt);
}

TEST_F(PpgttTest, IgnoresCachingBitsAndSignExtension) {
  map(0, 0x8000'0000'0000'0000 | 0x4'5000 | 0x98 | kReadWrite);  // PWT, PCD, PAT, bit 63
  EXPECT_EQ(tables.translate(0xFFFF'0000'0000'0000 | kBase), (Translation{0x4'5000, true}));
}

TEST_F(PpgttTest, ReadOnlyPagesRefuseWrites) {
  map(0, 0x4'5000 | kRead);
  EXPECT_NE(tables.page(kBase, Access::read), nullptr);
  EXPECT_EQ(tables.page(kBase, Access::write), nullptr);
  map(0, 0x4'5000 | kReadWrite);
  EXPECT_NE(tables.page(kBase, Access::write), nullptr);
  memory.write_qword(kPd + 8 * 3, kPt | kRead);  // any level may forbid writes
  EXPECT_EQ(tables.page(kBase, Access::write), nullptr);
}

TEST_F(PpgttTest, LargePages) {
  memory.write_qword(kPd + 8 * 3, 0x4000'0000 | kPageSize | kReadWrite);
  EXPECT_EQ(tables.translate(kBase + 0x12'3456), (Translation{0x4012'3456, true}));
  memory.write_qword(kPdp + 8 * 2, 0x1'0000'0000 | kPageSize | kReadWrite);
  EXPECT_EQ(tables.translate(kBase + 0x12'3456), (Translation{0x1'0000'0000 + (3 << 21) + 0x12'3456, true}));
}

TEST_F(PpgttTest, IntermediatePages) {
  memory.write_qword(kPd + 8 * 3, kPt | kIntermediatePage | kReadWrite);
  map(16, 0x9'0000 | kReadWrite);
  EXPECT_EQ(tables.translate(kBase + 0x1'0000), (Translation{0x9'0000, true}));
  EXPECT_EQ(tables.translate(kBase + 0x1'F00F), (Translation{0x9'F00F, true}));
  EXPECT_EQ(tables.translate(kBase + 0x2'0000), std::nullopt);
}

TEST_F(PpgttTest, TableLoopsEnd) {
  memory.write_qword(kPml4, kPml4 | kReadWrite);  // a table that is its own page
  EXPECT_EQ(tables.translate(0x8), (Translation{kPml4 + 8, true}));
}

// Runs agree with page(), for tables of small, 64 KB and 2 MB pages, with holes, read-only pages and jumps.
TEST_F(PpgttTest, RunsAreWhatPagesAre) {
  std::mt19937_64 random(7);
  std::uint64_t physical = PhysicalMemory::kLowBytes - 300 * kPageBytes;  // runs end where pieces of host memory do
  for (unsigned index = 0; index < 512; ++index) {
    const std::uint64_t what = random() % 32;
    if (what == 0) physical += kPageBytes * (1 + random() % 5);
    physical += kPageBytes;
    if (what != 1) map(index, physical | (what == 2 ? kRead : kReadWrite));
  }
  memory.write_qword(kPd + 8 * 4, 0x800'0000 | kPageSize | kReadWrite);
  memory.write_qword(kPd + 8 * 5, 0x820'0000 | kPageSize | kRead);
  memory.write_qword(kPd + 8 * 6, 0x10'4000 | kIntermediatePage | kReadWrite);
  for (unsigned index = 0; index < 512; index += 16)
    memory.write_qword(0x10'4000 + 8 * index, (0x840'0000 + index * kPageBytes) | kReadWrite);
  const std::uint64_t end = kBase + (4ULL << 21);
  for (const Access access : {Access::read, Access::write}) {
    View view(tables);
    for (int i = 0; i < 4000; ++i) {
      const std::uint64_t address =
          i < 8 ? kBase + (static_cast<std::uint64_t>(i) << 20) : kBase + random() % (end - kBase);
      const std::byte* page = tables.page(address, access);
      const memory::ContiguousPages run = view.contiguous(address, access);
      ASSERT_EQ(run.bytes != 0, page != nullptr) << std::hex << address;
      if (page == nullptr) continue;
      ASSERT_TRUE(run.contains(address));
      ASSERT_EQ(run.host + (address - run.first) - address % kPageBytes, page) << std::hex << address;
      const std::uint64_t other = run.first + random() % run.bytes;
      ASSERT_EQ(tables.page(other, access), run.host + (other - run.first) - other % kPageBytes) << std::hex << other;
    }
  }
  // Adjacent runs are found as one in the end.
  View view(tables);
  for (std::uint64_t at = kBase + (2ULL << 20); at < end; at += 1 << 20) view.contiguous(at, Access::read);
  EXPECT_EQ(view.contiguous(end - 1, Access::read).bytes, 3ULL << 21);
}

TEST_F(PpgttTest, WhoGoesToAndFroFindsLongRuns) {
  constexpr std::uint64_t kBlocks = 64, kBlockBytes = std::uint64_t{2} << 20;
  const std::uint64_t begin = kBase + kBlockBytes;  // after the first block, which is not mapped
  for (std::uint64_t i = 0; i < kBlocks; ++i)
    memory.write_qword(kPd + 8 * (4 + i), (0x800'0000 + i * kBlockBytes) | kPageSize | kReadWrite);
  View view(tables);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const memory::ContiguousPages run = view.contiguous(begin + i % 16 * 4 * kBlockBytes, Access::write);
    ASSERT_TRUE(run.contains(begin + i % 16 * 4 * kBlockBytes));
    if (i < 16) {
      EXPECT_EQ(run.bytes, kBlockBytes) << "asked for once";
    }
  }
  const memory::ContiguousPages all = view.contiguous(begin, Access::write);
  EXPECT_EQ(all.first, begin);
  EXPECT_EQ(all.bytes, kBlocks * kBlockBytes);
  EXPECT_EQ(all.host, memory.at(0x800'0000));
}

TEST_F(PpgttTest, ViewCopiesAcrossPagesAndNamesTheBadAddress) {
  map(0, 0x20'0000 | kReadWrite);
  map(1, 0x50'0000 | kReadWrite);
  View view(tables);
  std::array<std::byte, 6> out{};
  const std::array in{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5}, std::byte{6}};
  EXPECT_TRUE(view.write(kBase + 0xFFE, in));
  EXPECT_EQ(*memory.at(0x20'0FFF), std::byte{2});
  EXPECT_EQ(*memory.at(0x50'0000), std::byte{3});
  EXPECT_TRUE(view.read(kBase + 0xFFE, out));
  EXPECT_EQ(in, out);
  EXPECT_FALSE(view.read(kBase + 0x1FFE, out));
  EXPECT_EQ(view.bad_address(), kBase + 0x2000);
}

TEST_F(PpgttTest, ViewSeesNewTablesAfterInvalidation) {
  map(0, 0x20'0000 | kReadWrite);
  View view(tables);
  ASSERT_EQ(view.at(kBase, Access::read), memory.at(0x20'0000));
  map(0, 0x30'0000 | kReadWrite);
  view.invalidate();
  EXPECT_EQ(view.at(kBase, Access::read), memory.at(0x30'0000));
}

TEST(Ggtt, TranslatesOneLevel) {
  PhysicalMemory memory;
  Ggtt table(memory);
  EXPECT_TRUE(table.set_entry(0x123, 0x4567'8000 | kPresent));
  EXPECT_EQ(table.page(0x12'3ABC, Access::write), memory.at(0x4567'8000));
  EXPECT_EQ(table.page(0x12'4000, Access::read), nullptr);
  EXPECT_EQ(table.page(0x1'0000'0000, Access::read), nullptr);
  EXPECT_FALSE(table.set_entry(Ggtt::kMaxEntries, kPresent));
}

}  // namespace
}  // namespace eugene::memory::ppgtt_test
