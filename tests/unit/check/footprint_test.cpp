#include "check/race/footprint.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace eugene::check {
namespace {

Touch touch(unsigned instruction, bool is_atomic = false) {
  Touch made{.thread = 3};
  made.instruction = instruction & 0xffU;
  made.is_atomic = is_atomic ? 1U : 0U;
  return made;
}

void write(Footprint& to, std::uint64_t address, std::uint32_t value, unsigned instruction = 1) {
  std::array<std::byte, sizeof value> bytes{};
  std::memcpy(bytes.data(), &value, sizeof value);
  to.add({.touch = touch(instruction), .writes = true, .address = address, .bytes = 4, .values = bytes.data()});
}
void read(Footprint& to, std::uint64_t address, unsigned bytes = 4, unsigned instruction = 2) {
  to.add({.touch = touch(instruction), .address = address, .bytes = bytes});
}

TEST(Footprint, ReadsOfWhatIsWrittenMeet) {
  Footprint first, second;
  write(first, 0x1000, 7);
  write(first, 0x1004, 7);
  read(second, 0x0ffe, 8);
  const auto found = meetings(first, second);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].address, 0x1000U);
  EXPECT_EQ(found[0].count, 2U);
  EXPECT_TRUE(found[0].first_writes);
  EXPECT_FALSE(found[0].second_writes);
  EXPECT_EQ(found[0].first->instruction, 1U);
  EXPECT_EQ(found[0].second->instruction, 2U);
  EXPECT_EQ(found[0].second->thread, 3U);
}

TEST(Footprint, BytesCount) {
  Footprint first, second;
  write(first, 0x1000, 7);
  read(second, 0x1004, 2);
  read(second, 0x0fff, 1);
  EXPECT_TRUE(meetings(first, second).empty());
}

TEST(Footprint, WritesOfEqualValuesAreNoRace) {
  Footprint first, second, third;
  write(first, 0x1000, 7);
  write(second, 0x1000, 7);
  write(third, 0x1000, 8);
  EXPECT_TRUE(meetings(first, second).empty());
  EXPECT_EQ(meetings(first, third).size(), 1U);
}

TEST(Footprint, AtomicsOfBothOrderThem) {
  Footprint first, second;
  write(first, 0x1000, 7);
  read(second, 0x1000);
  EXPECT_FALSE(meetings(first, second).empty());
  first.add({.touch = touch(4, true), .writes = true, .address = 0x2000, .bytes = 4});
  second.add({.touch = touch(5, true), .writes = true, .address = 0x2000, .bytes = 4});
  EXPECT_TRUE(meetings(first, second).empty());
}

TEST(Footprint, MeetsTheHostInItsRange) {
  Footprint launch;
  write(launch, 0x1000, 7);
  read(launch, 0x1008);
  EXPECT_EQ(meetings(launch, {0x1003, 0x1004}, false).size(), 1U);
  EXPECT_TRUE(meetings(launch, {0x1004, 0x2000}, false).empty());
  EXPECT_EQ(meetings(launch, {0x1004, 0x2000}, true).size(), 1U);
  EXPECT_EQ(meetings(launch, {0, ~std::uint64_t{0}}, true).size(), 2U);
}

}  // namespace
}  // namespace eugene::check
