#include "memory/physical_memory.h"

#include <array>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace eugene::memory {
namespace {

TEST(PhysicalMemory, ReadsZeroWhereNothingWasWritten) {
  PhysicalMemory memory;
  std::array<std::byte, 16> bytes;
  bytes.fill(std::byte{0xFF});
  EXPECT_TRUE(memory.read(0x7654'3210'F000, bytes));
  EXPECT_EQ(bytes, (std::array<std::byte, 16>{}));
  EXPECT_EQ(memory.reserved_bytes(), 0U);
}

TEST(PhysicalMemory, KeepsWhatWasWrittenAcrossChunks) {
  PhysicalMemory memory;
  const std::uint64_t border = 3 * PhysicalMemory::kChunkBytes;
  EXPECT_TRUE(memory.write_qword(border - 3, 0x1122'3344'5566'7788));
  EXPECT_EQ(memory.read_qword(border - 3), 0x1122'3344'5566'7788U);
  EXPECT_EQ(memory.read_qword(border), 0x11'2233'4455U);
  EXPECT_EQ(memory.reserved_bytes(), 2 * PhysicalMemory::kChunkBytes);
}

TEST(PhysicalMemory, RefusesAddressesBeyondItsBits) {
  PhysicalMemory memory(39);
  EXPECT_EQ(memory.address_limit(), std::uint64_t{1} << 39);
  EXPECT_EQ(memory.at(std::uint64_t{1} << 39), nullptr);
  EXPECT_FALSE(memory.write_qword((std::uint64_t{1} << 39) - 4, 1));
  std::array<std::byte, 8> bytes;
  EXPECT_FALSE(memory.read(~std::uint64_t{0} - 3, bytes));
  EXPECT_EQ(memory.read_qword(~std::uint64_t{0}), 0U);
  EXPECT_NE(memory.at((std::uint64_t{1} << 39) - 1), nullptr);
}

TEST(PhysicalMemory, StopsAtItsLimit) {
  PhysicalMemory memory(48, 2 * PhysicalMemory::kChunkBytes);
  EXPECT_NE(memory.at(0), nullptr);
  EXPECT_NE(memory.at(std::uint64_t{1} << 40), nullptr);
  EXPECT_EQ(memory.at(std::uint64_t{1} << 41), nullptr);
  EXPECT_NE(memory.at(8), nullptr);
}

TEST(PhysicalMemory, LowChunksLieBehindEachOther) {
  PhysicalMemory memory;
  const std::byte* second = memory.at(PhysicalMemory::kChunkBytes);
  EXPECT_EQ(memory.at(0) + PhysicalMemory::kChunkBytes, second);
  EXPECT_EQ(memory.at(PhysicalMemory::kLowBytes - 1),
            second + (PhysicalMemory::kLowBytes - PhysicalMemory::kChunkBytes - 1));
  EXPECT_EQ(memory.reserved_bytes(), 3 * PhysicalMemory::kChunkBytes);
}

TEST(PhysicalMemory, OneChunkForAllThreads) {
  PhysicalMemory memory;
  std::array<std::byte*, 8> seen{};
  {
    std::vector<std::jthread> threads;
    for (std::byte*& host : seen) threads.emplace_back([&memory, &host] { host = memory.at(0x1234'5678); });
  }
  for (const std::byte* host : seen) EXPECT_EQ(host, seen[0]);
}

}  // namespace
}  // namespace eugene::memory
