// The state cache: which states it keeps, for how long, and results for unmapped memory.
#include "memory/state_cache.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "memory/flat_memory.h"

namespace eugene::memory {
namespace {

constexpr std::uint64_t kStates = 0x10000;

struct StateCacheTest : testing::Test {
  StateCacheTest() : bytes(*flat.map(kStates, 0x1000)) {}
  void set(std::size_t offset, std::uint32_t value) { std::memcpy(&bytes[offset], &value, sizeof value); }
  std::uint32_t read(std::size_t offset) {
    std::uint32_t value = 0;
    EXPECT_TRUE(cache.read(view, kStates + offset, std::as_writable_bytes(std::span(&value, 1))));
    return value;
  }

  FlatMemory flat;
  std::span<std::byte> bytes;
  View view{flat};
  StateCache cache;
};

TEST_F(StateCacheTest, KeepsWhatItHasReadUntilItIsInvalidated) {
  set(0, 1);
  EXPECT_EQ(read(0), 1U);
  set(0, 2);
  EXPECT_EQ(read(0), 1U);
  const std::uint32_t version = cache.version();
  cache.invalidate();
  EXPECT_NE(cache.version(), version);
  EXPECT_EQ(read(0), 2U);
}

TEST_F(StateCacheTest, KeepsStatesOneByOne) {
  set(0, 1);
  EXPECT_EQ(read(0), 1U);
  set(0, 3);
  set(4, 4);
  EXPECT_EQ(read(4), 4U);  // next to what it has
  EXPECT_EQ(read(0), 1U);
}

// The same address can be a binding table entry and a surface state.
TEST_F(StateCacheTest, KeepsSizesApart) {
  set(0, 1);
  EXPECT_EQ(read(0), 1U);
  set(0, 2);
  std::array<std::byte, 64> state{};
  ASSERT_TRUE(cache.read(view, kStates, state));
  EXPECT_EQ(state[0], std::byte{2});
  EXPECT_EQ(read(0), 1U);
}

TEST_F(StateCacheTest, ReadsStatesOfAnySize) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7);
  for (const std::size_t size : {1U, 63U, 64U, 65U, 200U, 2208U}) {
    std::vector<std::byte> state(size);
    ASSERT_TRUE(cache.read(view, kStates + 4, state));
    EXPECT_TRUE(std::ranges::equal(state, bytes.subspan(4, size))) << size;
  }
  EXPECT_TRUE(cache.read(view, kStates + 0x2000, {}));  // nothing
}

TEST_F(StateCacheTest, SaysWhatIsNotMapped) {
  std::array<std::byte, 200> state{};
  EXPECT_FALSE(cache.read(view, kStates + 0x1000 - 100, state));
  EXPECT_EQ(view.bad_address(), kStates + 0x1000);
  ASSERT_TRUE(flat.map(kStates + 0x1000, 0x1000));
  EXPECT_TRUE(cache.read(view, kStates + 0x1000 - 100, state));  // unmapped states are not cached
}

TEST_F(StateCacheTest, GivesAllThreadsTheSame) {
  set(0, 1);
  std::vector<std::uint32_t> found(4);
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t& value : found) {
      threads.emplace_back([&] {
        View own(flat);
        EXPECT_TRUE(cache.read(own, kStates, std::as_writable_bytes(std::span(&value, 1))));
      });
    }
  }
  EXPECT_EQ(found, std::vector<std::uint32_t>(4, 1));
}

}  // namespace
}  // namespace eugene::memory
