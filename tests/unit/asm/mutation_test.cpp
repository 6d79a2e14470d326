// Words that no compiler emits round-trip through text as well: known instructions of every format with a few bits
// flipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "asm/assemble.h"
#include "asm/disassemble.h"
#include "support/corpus.h"

namespace eugene::assembly {
namespace {

using EncodedInstruction = std::array<std::byte, 16>;

// One instruction of each format, in hex and in memory order.
constexpr auto kGen6Seeds = std::to_array<std::string_view>({
    "01006000bd00e02080008d0000000000",
    "40028000296dc0202800280010100011",
    "0201610021040f25a4006e00c4006e00",
    "10006004bd7fc024a0048d005f708931",
    "28016000841c0f2004006e0002000600",
    "220161008f10020004000e0004000e00",
    "270160008f10000004006e0004006e00",
    "2a007600841c002000008d0208000800",
    "29006000001c00340014600002000600",
    "240060008f10060000008d0000008d00",
    "250160008f10020004006e0004006e00",
    "5b01600000001e0b014e20c008204702",
    "31016006dc0f0f2024006e0000c40886",
    "38006001bd73e02040018d0000008d00",
    "5a006000be7720208000000040008d00",
    "5c0160000000020a0124204004048000",
    "7e000000000000000000000000000000",
    "00000000000000000000000000000000",
});
constexpr auto kGen9Seeds = std::to_array<std::string_view>({
    "010060000c02602f20008d0000000000", "40006000e80a802fe0008d0e01000000", "020071000802802f800f8d060000803f",
    "10006001e03a002080028d3e000080bf", "28006000200e00204000000020000000", "22006100200e00205000000020000000",
    "27006000200e00200000000800000000", "2a007600210e00204000000040000000", "5b01600000001e1ac861210005204701",
    "31006006e03a0020600f8d061700088a", "3300600c104002004404000001500304", "32006005403a0020800f000600140388",
    "38008004e83a802240028d3800008d00", "1201600280001e0fc8b100391620c702", "30000000040000320012003800008d00",
    "1801600000901e60c89105393c20c716", "20001100040000340014000e08010000", "2e009100000e00205800000058000000",
    "2f008000000000200000000e28000000", "3300800c70c0000022010000005e0204", "5d01400000d8020810000102d8000003",
    "2c0060000800a0200000490e10040000", "2d00600000020020a000050000000000", "7e000000000000000000000000000000",
    "00000058000000000000000000000000",
});

std::vector<EncodedInstruction> seeds(std::span<const std::string_view> texts, const char* corpus) {
  std::vector<EncodedInstruction> words;
  const auto add = [&](std::string_view text) {
    const std::vector<std::byte> bytes = eugene::test::bytes_of(text);
    if (bytes.size() == 16) std::ranges::copy(bytes, words.emplace_back().begin());
  };
  for (const std::string_view text : texts) add(text);
  eugene::test::for_each_line(corpus, [&, n = 0](std::string_view line) mutable {
    if (n++ % 16 == 0) add(line);
  });
  return words;
}

void check(const isa::Gen& gen, std::span<const EncodedInstruction> seeds) {
  constexpr std::size_t kWords = 60'000;
  ASSERT_FALSE(seeds.empty());
  std::mt19937_64 random(20111);
  for (const Dialect* dialect : kDialects) {
    std::string text;
    std::vector<EncodedInstruction> words;
    for (std::size_t n = 0; n < kWords; ++n) {
      EncodedInstruction word = seeds[random() % seeds.size()];
      for (std::uint64_t flips = 1 + random() % 6; flips != 0; --flips) {
        const std::uint64_t bit = random() % 128;
        if (bit != 29) word[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));  // 29 would make it 64 bits long
      }
      if (random() % 8 == 0) word[0] = static_cast<std::byte>(random() % 0x80);
      std::optional<Diagnostic> problem;
      const std::string line = disassemble_one(gen, *dialect, word, problem);
      if (problem) continue;
      EXPECT_EQ(line.find("Bits="), std::string::npos) << line;
      text += line + "\n";
      words.push_back(word);
    }
    EXPECT_GT(words.size(), kWords / 4);
    const auto assembled = assemble(gen, *dialect, text, "text");
    ASSERT_TRUE(assembled) << format(assembled.error().front(), text);
    const auto code = encode(assembled->kernels[0], "text");
    ASSERT_TRUE(code) << format(code.error().front(), text);
    ASSERT_EQ(code->size(), 16 * words.size());
    for (std::size_t n = 0; n < words.size(); ++n) {
      ASSERT_TRUE(std::ranges::equal(std::span(*code).subspan(16 * n, 16), words[n]))
          << print(gen, *dialect, assembled->kernels[0].program.instructions[n]);
    }
  }
}

TEST(Mutation, Gen6WordsSurviveTheirText) { check(isa::kGen6, seeds(kGen6Seeds, "instructions-snb.txt.xz")); }
TEST(Mutation, Gen9WordsSurviveTheirText) { check(isa::kGen9, seeds(kGen9Seeds, "instructions-bxt.txt.xz")); }

}  // namespace
}  // namespace eugene::assembly
