// The cache model against a simulator that is written the plainest way: sets are lists of ways, the tree is made of
// nodes.
#include "profile/cache_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace eugene::profile {
namespace {

struct Node {
  unsigned first;
  unsigned size;
  bool older_is_upper = false;
  std::unique_ptr<Node> lower, upper;

  Node(unsigned first_, unsigned size_, unsigned ways) : first(first_), size(size_) {
    if (size == 1) return;
    lower = std::make_unique<Node>(first, size / 2, ways);
    if (first + size / 2 < ways) upper = std::make_unique<Node>(first + size / 2, size / 2, ways);
  }
  void use(unsigned way) {
    if (size == 1) return;
    const bool in_upper = way >= first + size / 2;
    older_is_upper = !in_upper;
    (in_upper ? upper : lower)->use(way);
  }
  unsigned oldest() const {
    if (size == 1) return first;
    return (older_is_upper && upper != nullptr ? upper : lower)->oldest();
  }
};

class PlainSet {
 public:
  explicit PlainSet(unsigned ways) : lines_(ways) {
    unsigned size = 1;
    while (size < ways) size *= 2;
    root_ = std::make_unique<Node>(0, size, ways);
  }
  bool access(std::uint64_t line) {
    for (unsigned way = 0; way < lines_.size(); ++way) {
      if (lines_[way] == line) {
        root_->use(way);
        return true;
      }
    }
    unsigned way = 0;
    while (way < lines_.size() && lines_[way]) ++way;
    if (way == lines_.size()) way = root_->oldest();
    lines_[way] = line;
    root_->use(way);
    return false;
  }

 private:
  std::vector<std::optional<std::uint64_t>> lines_;
  std::unique_ptr<Node> root_;
};

class PlainCache {
 public:
  PlainCache(unsigned banks, unsigned kilobytes) : banks_(banks) {
    for (unsigned i = 0; i < banks * 32; ++i) sets_.emplace_back(kilobytes / 2);
  }
  bool access(std::uint64_t line) {
    const std::uint64_t bank = line % banks_;
    return sets_[bank * 32 + line / banks_ % 32].access(line);
  }

 private:
  unsigned banks_;
  std::vector<PlainSet> sets_;
};

// A random line as programs access them: near the line before, or anywhere in twice the size of the cache.
std::uint64_t next_line(std::mt19937_64& random, std::uint64_t before, std::uint64_t lines) {
  switch (random() % 4) {
    case 0: return random() % lines;
    case 1: return before;
    case 2: return before + random() % 16;
    default: return before + 1;
  }
}

void compare(const memory::L3Bank& bank, unsigned banks, std::uint64_t accesses, std::uint64_t seed) {
  for (const memory::L3Configuration& row : bank.configurations) {
    std::mt19937_64 random(seed++);
    L3Model model(make_shape(banks, row));
    PlainCache data(banks, row.rest != 0 ? row.rest : row.data);
    PlainCache read_only(banks, row.read_only);
    std::uint64_t hits = 0;
    std::uint64_t line = 0;
    for (std::uint64_t i = 0; i < accesses; ++i) {
      line = next_line(random, line, std::uint64_t{2} * banks * row.cached() * 16);
      const auto client = random() % 3 == 0 ? L3Client::read_only : L3Client::data;
      const unsigned own = client == L3Client::data ? row.data : row.read_only;
      bool expected = false;
      if (row.rest != 0) {
        expected = data.access(line);
      } else if (own != 0) {
        expected = (client == L3Client::data ? data : read_only).access(line);
      }
      hits += expected ? 1 : 0;
      ASSERT_EQ(model.access(client, line), expected) << "access " << i << " seed " << seed - 1;
    }
    HitCount all;
    for (const HitCount& each : model.counts()) all += each;
    EXPECT_EQ(all, (HitCount{accesses, hits}));
    EXPECT_GT(hits, accesses / 20);
    EXPECT_LT(hits, accesses);
  }
}

// Random traces; together with the next test 1.05 million accesses.
TEST(CacheModel, AgreesWithAPlainSimulatorForSeveralBanks) {
  compare(memory::kMultiBank, 2, 70'000, 1);
  compare(memory::kMultiBank, 4, 20'000, 100);
}
TEST(CacheModel, AgreesWithAPlainSimulatorForASingleBank) { compare(memory::kSingleBank, 1, 40'000, 1000); }

// 192 KB: 96 ways of 32 sets hold 3,072 lines, read again and again without a miss.
TEST(CacheModel, HoldsWhatFits) {
  L3Model model(make_shape(1, memory::kSingleBankConfigurations[0]));
  for (unsigned round = 0; round < 3; ++round) {
    for (std::uint64_t line = 0; line < 3072; ++line) ASSERT_EQ(model.access(L3Client::data, line), round != 0) << line;
  }
}

TEST(CacheModel, UrbAlwaysHitsAndAPartWithoutWaysNever) {
  L3Model model(make_shape(2, memory::kMultiBankConfigurations[2]));  // nothing read-only
  EXPECT_TRUE(model.access(L3Client::urb, 7));
  EXPECT_FALSE(model.access(L3Client::read_only, 7));
  EXPECT_FALSE(model.access(L3Client::read_only, 7));
  EXPECT_FALSE(model.access(L3Client::data, 7));
  EXPECT_TRUE(model.access(L3Client::data, 7));
}

// The other replacement policies, against lists that have the next line to replace first.
TEST(CacheModel, ReplacesTheLineUsedOrBroughtInLongestAgo) {
  constexpr unsigned kSets = 4;
  constexpr unsigned kWays = 6;
  for (const Replacement replacement : {Replacement::lru, Replacement::fifo}) {
    std::mt19937_64 random(7);
    CachePart part(kSets, kWays, replacement);
    std::array<std::deque<std::uint64_t>, kSets> sets;
    std::uint64_t hits = 0;
    for (int i = 0; i < 50'000; ++i) {
      const std::uint64_t line = random() % 60;
      std::deque<std::uint64_t>& set = sets[line % kSets];
      const auto found = std::ranges::find(set, line);
      const bool hit = found != set.end();
      if (hit && replacement == Replacement::lru) set.erase(found);
      if (!hit && set.size() == kWays) set.pop_front();
      if (!hit || replacement == Replacement::lru) set.push_back(line);
      hits += hit ? 1 : 0;
      ASSERT_EQ(part.access(line), hit) << i;
    }
    EXPECT_GT(hits, 10'000U);
  }
}

TEST(CacheModel, RandomReplacementRepeats) {
  const auto hits_of = [] {
    std::mt19937_64 random(8);
    CachePart part(2, 8, Replacement::random);
    std::vector<bool> hits;
    for (int i = 0; i < 2000; ++i) hits.push_back(part.access(random() % 30));
    return hits;
  };
  const std::vector<bool> hits = hits_of();
  EXPECT_EQ(hits, hits_of());
  EXPECT_GT(std::ranges::count(hits, true), 500);
}

TEST(CacheModel, AWriteMayGoRoundTheCache) {
  const Parameters parameters{.shared = 96, .write_allocate = 0};
  L3Model model(make_shape(1, {}, parameters));
  EXPECT_FALSE(model.access(L3Client::data, 3, /*writes=*/true));
  EXPECT_FALSE(model.access(L3Client::data, 3, /*writes=*/true));
  EXPECT_FALSE(model.access(L3Client::data, 3));
  EXPECT_TRUE(model.access(L3Client::data, 3, /*writes=*/true));
}

// After eight ways are used in order, the first is replaced next; once it is used again, one of the other half is.
TEST(CacheModel, TreePointsAwayFromWhatWasUsed) {
  PseudoLru tree;
  for (unsigned way = 0; way < 8; ++way) tree.touch(way, 8);
  EXPECT_EQ(tree.victim(8), 0U);
  tree.touch(0, 8);
  EXPECT_EQ(tree.victim(8), 4U);
}

}  // namespace
}  // namespace eugene::profile
