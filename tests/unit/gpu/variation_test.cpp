// Runs that vary undefined things: the order of groups, and the initial contents of registers and local memory.
#include "base/variation.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "executor_fixture.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu::variation_test {
namespace {

// Every group writes its number to the same dword.
constexpr const char* kLastGroup = R"(
    mov (8) r2.0<1>:ud 0:ud
    mov (8) r3.0<1>:ud r0.1<0;1,0>:ud
    send (8) null r2 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {EOT}
)";
// Every channel writes a register that nothing has written to its own dword.
constexpr const char* kUnwritten = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    mov (8) r3.0<1>:ud r50.0<8;8,1>:ud
    send (8) null r2 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {EOT}
)";

std::vector<std::uint32_t> run(const char* kernel, const DispatchShape& shape, Fill fill, Shuffle shuffle,
                               Tier tier = Tier::interpret) {
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = tier});
  TestGpu gpu(ExecutorOptions{.tiers = tiers, .fill = fill, .shuffle = shuffle}, 2);
  gpu.load(machine_code(kernel));
  const auto done = gpu.run(shape);
  EXPECT_TRUE(done && !done->fault);
  return gpu.dwords(8);
}

Shuffle seeded(std::uint64_t seed) { return {.order = Shuffle::Order::shuffled, .seed = seed}; }

TEST(Variation, PermutationsHaveEachNumberOnce) {
  for (std::uint64_t count = 1; count < 300; count += 7) {
    const Permutation permutation(count, count + 3);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) seen.insert(permutation(i));
    EXPECT_EQ(seen.size(), count);
    EXPECT_LT(*seen.rbegin(), count);
  }
}

TEST(Variation, TextsAreReadAsTheyAreWritten) {
  for (const char* text : {"none", "random", "0", "255"}) EXPECT_EQ(to_text(*parse_fill(text)), text);
  for (const char* text : {"none", "any", "0", "18446744073709551615"}) EXPECT_EQ(to_text(*parse_shuffle(text)), text);
  EXPECT_EQ(parse_fill("0xa5")->byte, 0xA5);
  EXPECT_FALSE(parse_fill("256"));
  for (const char* text : {"", "-1", "1x", "0x"}) EXPECT_FALSE(parse_fill(text) || parse_shuffle(text)) << text;
}

TEST(Variation, GroupsComeInTheOrderOfTheSeed) {
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    std::set<std::uint32_t> last;
    for (std::uint64_t seed = 0; seed != 8; ++seed) {
      const auto result = run(kLastGroup, {.groups = 100}, {}, seeded(seed), tier);
      EXPECT_EQ(run(kLastGroup, {.groups = 100}, {}, seeded(seed), tier), result);
      last.insert(result[0]);
    }
    EXPECT_GT(last.size(), 4U);
  }
}

TEST(Variation, RegistersBeginWithTheFill) {
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    EXPECT_EQ(run(kUnwritten, {}, {}, {}, tier), std::vector<std::uint32_t>(8));
    EXPECT_EQ(run(kUnwritten, {}, *parse_fill("0xa5"), {}, tier), std::vector<std::uint32_t>(8, 0xA5A5'A5A5));
    EXPECT_EQ(run(kUnwritten, {}, *parse_fill("random"), {}, tier),
              run(kUnwritten, {}, *parse_fill("random"), {}, tier));
    EXPECT_NE(run(kUnwritten, {}, *parse_fill("random"), seeded(1), tier),
              run(kUnwritten, {}, *parse_fill("random"), seeded(2), tier));
  }
}

// Constants, and the header that driver and hardware give, are no fresh registers.
TEST(Variation, ConstantsKeepTheirContents) {
  constexpr const char* kSum = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    add (8) r3.0<1>:ud r1.0<8;8,1>:ud r0.6<0;1,0>:ud
    send (8) null r2 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {EOT}
)";
  const DispatchShape shape{.constants = {eu::Grf{}}};
  EXPECT_EQ(run(kSum, shape, *parse_fill("255"), {}), run(kSum, shape, {}, {}));
}

}  // namespace
}  // namespace eugene::gpu::variation_test
