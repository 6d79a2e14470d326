// Every instruction and every compacted pair that an independent compiler emitted survives both ways.
#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "isa/encoding/compact.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "support/corpus.h"

namespace eugene::isa {
namespace {

using test::bytes_of;
using test::for_each_line;
using test::Platform;

class Corpus : public ::testing::TestWithParam<Platform> {};
INSTANTIATE_TEST_SUITE_P(Platforms, Corpus, ::testing::Values(Platform{&kGen6, "snb"}, Platform{&kGen9, "bxt"}),
                         [](const auto& test) { return test.param.name; });

TEST_P(Corpus, EveryInstructionReencodesToItsBytes) {
  const Gen& gen = *GetParam().gen;
  unsigned failures = 0;
  const bool present =
      for_each_line(std::string("instructions-") + GetParam().name + ".txt.xz", [&](std::string_view line) {
        const std::vector<std::byte> bytes = bytes_of(line);
        const Result<Instruction> instruction = decode(gen, bytes);
        if (!instruction) {
          if (++failures < 10) ADD_FAILURE() << line << ": " << instruction.error().message;
          return;
        }
        const auto again = encode(gen, *instruction);
        if (!again || std::memcmp(again->data(), bytes.data(), 16) != 0) {
          if (++failures < 10) ADD_FAILURE() << line << ": " << (again ? "differs" : again.error().message);
        }
      });
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_EQ(failures, 0u);
}

TEST_P(Corpus, EveryCompactedPairMatchesBothWays) {
  const Gen& gen = *GetParam().gen;
  unsigned failures = 0;
  const bool present =
      for_each_line(std::string("compact-pairs-") + GetParam().name + ".txt.xz", [&](std::string_view line) {
        std::uint64_t small = 0;
        std::memcpy(&small, bytes_of(line.substr(0, 16)).data(), 8);
        const std::vector<std::byte> full = bytes_of(line.substr(17));
        const EncodedInstruction word = EncodedInstruction::load(std::span(full).first<16>());
        const Result<EncodedInstruction> expanded = expand(gen, small);
        const bool ok = expanded && *expanded == word && compact(gen, word) == small;
        if (!ok && ++failures < 10) ADD_FAILURE() << line;
      });
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_EQ(failures, 0u);
}

}  // namespace
}  // namespace eugene::isa
