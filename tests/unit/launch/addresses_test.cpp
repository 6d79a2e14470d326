// Addresses of several machines in one process.
#include "launch/addresses.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <vector>

namespace eugene::launch {
namespace {

constexpr std::uint64_t kPage = 4096;

TEST(Addresses, OfTheOnlyMachineFollowEachOther) {
  Addresses::Slots shared = 0;
  for (Addresses::Slots* slots : {static_cast<Addresses::Slots*>(nullptr), &shared}) {
    Addresses addresses(slots);
    std::uint64_t next = Addresses::kBegin;
    for (const std::uint64_t bytes : {kPage, 3 * kPage, Addresses::kSlotBytes, 5 * Addresses::kSlotBytes, kPage}) {
      EXPECT_EQ(addresses.take(bytes), next);
      next += bytes + kPage;
    }
    EXPECT_EQ(addresses.take(Addresses::kEnd - next - kPage), next);
    EXPECT_EQ(addresses.take(kPage), std::nullopt);
  }
  EXPECT_EQ(shared, 0U);
}

TEST(Addresses, AreTakenAgain) {
  Addresses addresses;
  const auto first = addresses.take(kPage), second = addresses.take(2 * kPage);
  ASSERT_TRUE(first && second);
  addresses.give_back(*first, kPage);
  EXPECT_NE(addresses.take(2 * kPage), first);
  EXPECT_EQ(addresses.take(kPage), first);
}

TEST(Addresses, TooManyAreRefused) {
  Addresses addresses;
  EXPECT_EQ(addresses.take(Addresses::kEnd), std::nullopt);
  EXPECT_EQ(addresses.take(Addresses::kEnd - Addresses::kBegin), std::nullopt);
  EXPECT_EQ(addresses.take(Addresses::kEnd - Addresses::kBegin - kPage), Addresses::kBegin);
}

TEST(Addresses, OfMachinesDiffer) {
  Addresses::Slots shared = 0;
  std::vector<std::unique_ptr<Addresses>> machines;
  for (int i = 0; i != 8; ++i) machines.push_back(std::make_unique<Addresses>(&shared));
  std::map<std::uint64_t, std::uint64_t> taken;  // ends of blocks, by their beginning
  for (int round = 0; round != 40; ++round) {
    for (const auto& each : machines) {
      const std::uint64_t bytes = (round % 7 + 1) * kPage << (round % 5);
      const auto address = each->take(bytes);
      ASSERT_TRUE(address);
      const auto after = taken.lower_bound(*address);
      EXPECT_TRUE(after == taken.end() || after->first >= *address + bytes);
      EXPECT_TRUE(after == taken.begin() || std::prev(after)->second <= *address);
      taken[*address] = *address + bytes;
    }
  }
  machines.clear();
  EXPECT_EQ(shared, 0U);
}

// A machine can always have nearly 4 GB, though another machine may then have the same addresses.
TEST(Addresses, AreSharedIfThereAreNotEnough) {
  Addresses::Slots shared = 0;
  Addresses one(&shared);
  ASSERT_TRUE(one.take(kPage));
  {
    Addresses other(&shared);
    const std::uint64_t max = (Addresses::kEnd - Addresses::kBegin) / 2;
    ASSERT_TRUE(other.take(max));
    ASSERT_TRUE(one.take(max));
    ASSERT_TRUE(other.take(max / 2));
    ASSERT_TRUE(one.take(max / 2));
  }
  EXPECT_NE(shared, 0U);
  Addresses third(&shared);
  for (int i = 0; i != 10; ++i) ASSERT_TRUE(third.take(kPage));
}

}  // namespace
}  // namespace eugene::launch
