// Long kernels: only the part that is executed often is compiled, the interpreter executes the rest, and results are
// those of the whole.
#include "gpu/tiers/hot_part.h"

#include "tiers_fixture.h"

namespace eugene::gpu {
namespace {

using HotPartTest = TiersTest;

constexpr unsigned kColdInstructions = 600;  // instructions that each thread executes once
constexpr unsigned kLongIterations = 20'000;
constexpr std::uint32_t kLongGroups = 16;

std::string long_kernel() {
  std::string text = mixing_kernel(kLongIterations);
  std::string cold;
  for (unsigned i = 0; i < kColdInstructions; ++i)
    cold += "    xor (8) r3.0<1>:ud r3.0<8;8,1>:ud " + std::to_string(i * 77) + ":ud\n";
  return text.insert(text.find("  again:"), cold);
}

template <class Predicate>
bool comes_true(Predicate predicate) {
  for (int i = 0; i < 3000; ++i) {
    if (predicate()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(FindHot, CoversAllButAFiftiethOfTheExecutions) {
  std::vector<std::uint64_t> visits(100, 10);
  for (std::size_t i = 40; i < 60; ++i) visits[i] = 10'000;
  visits[50] = 9'990;  // the count began within the loop
  const std::vector<bool> hot = find_hot(visits);
  for (std::size_t i = 0; i < visits.size(); ++i) EXPECT_EQ(hot[i], i >= 40 && i < 60) << i;
}

TEST(FindHot, IsEverythingWhereAllIsExecutedEquallyOften) {
  const std::vector<std::uint64_t> visits(10, 3);
  EXPECT_EQ(find_hot(visits), std::vector<bool>(10, true));
}

TEST(FindHot, IsNothingBeforeAnythingIsExecuted) {
  const std::vector<std::uint64_t> visits(10);
  EXPECT_EQ(find_hot(visits), std::vector<bool>(10));
}

TEST_F(HotPartTest, TheLoopOfALongKernelIsCompiledFirst) {
  const auto expected = interpreted_results(long_kernel(), kLongGroups);
  const auto code = machine_code(long_kernel());
  for (const unsigned workers : {1U, 3U}) {
    const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::automatic, .hot_after = 1000});
    TestGpu gpu(tiers, workers);
    gpu.load(code);
    ASSERT_TRUE(gpu.run(kLongGroups));
    EXPECT_EQ(gpu.dwords(kLongGroups * 8), expected);
    ASSERT_TRUE(wait_for_code(*tiers).is_compiled);
    const auto kernel = *tiers->find(isa::kGen9, code, 0);
    const auto is_part = [&] { return kernel->code(eu::ThreadChannels::any)->is_part(); };
    EXPECT_TRUE(is_part());
    EXPECT_GE(kernel->code(eu::ThreadChannels::any)->left_out().size(), kColdInstructions);
    // The interpreter executes the rest so often that the whole becomes worth compiling.
    for (int round = 0; round < 300 && is_part(); ++round) {
      gpu.clear();
      const auto done = gpu.run(kLongGroups);
      ASSERT_TRUE(done && !done->fault);
      EXPECT_EQ(done->instructions, std::uint64_t{kLongGroups} * (6 + kColdInstructions + 8 * kLongIterations + 2));
      EXPECT_EQ(gpu.dwords(kLongGroups * 8), expected) << workers << " workers, round " << round;
    }
    EXPECT_TRUE(comes_true([&] { return !is_part(); }));
    gpu.clear();
    ASSERT_TRUE(gpu.run(kLongGroups));
    EXPECT_EQ(gpu.dwords(kLongGroups * 8), expected);
  }
}

TEST_F(HotPartTest, AnotherProcessBeginsWithThePart) {
  const auto code = machine_code(long_kernel());
  const auto expected = interpreted_results(long_kernel(), kLongGroups);
  const auto run = [&](Tier tier) {
    TierOptions options = cached(tier);
    options.hot_after = 1000;
    const auto tiers = std::make_shared<Tiers>(options);
    TestGpu gpu(tiers);
    gpu.load(code);
    EXPECT_TRUE(gpu.run(kLongGroups));
    EXPECT_EQ(gpu.dwords(kLongGroups * 8), expected);
    EXPECT_TRUE(wait_for_code(*tiers).is_compiled);
    return std::pair((*tiers->find(isa::kGen9, code, 0))->code(eu::ThreadChannels::any)->is_part(),
                     only(*tiers).from_cache);
  };
  EXPECT_EQ(run(Tier::automatic), std::pair(true, false));
  EXPECT_EQ(run(Tier::automatic), std::pair(true, true));
  EXPECT_EQ(run(Tier::jit), std::pair(false, false));  // which compiles everything before it runs
  EXPECT_EQ(run(Tier::jit), std::pair(false, true));
}

}  // namespace
}  // namespace eugene::gpu
