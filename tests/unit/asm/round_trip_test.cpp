// Printing loses nothing: every instruction two independent compilers emitted survives decode, print, parse and encode
// in every dialect (SNB PRM vol4 part2 7.4).
#include <gtest/gtest.h>

#include <cstring>

#include "asm/assemble.h"
#include "asm/disassemble.h"
#include "asm/hex.h"
#include "support/corpus.h"

namespace eugene::assembly {
namespace {

struct Corpus {
  const isa::Gen* gen;
  const char* file;
  const Dialect* dialect;
  MessageForm messages = MessageForm::numbers;
};

class RoundTrip : public ::testing::TestWithParam<Corpus> {};

TEST_P(RoundTrip, EveryCorpusInstructionAssemblesToItsBytes) {
  const auto& [gen, file, dialect, messages] = GetParam();
  std::string text, hex;
  const bool present = eugene::test::for_each_line(file, [&](std::string_view line) {
    Diagnostics wrong;
    const std::vector<HexLine> read = read_hex(line, file, wrong);
    ASSERT_TRUE(wrong.empty() && read.size() == 1);
    std::optional<Diagnostic> problem;
    text += disassemble_one(*gen, *dialect, read[0].span(), problem, messages) + "\n";
    EXPECT_FALSE(problem) << line << problem->message;
    write_hex(read[0].span(), hex);
  });
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_EQ(text.find("Bits="), std::string::npos) << "the text itself must say everything";
  const auto assembled = assemble(*gen, *dialect, text, "text");
  ASSERT_TRUE(assembled) << format(assembled.error().front(), text);
  const auto code = encode(assembled->kernels[0], "text");
  ASSERT_TRUE(code) << format(code.error().front(), text);
  std::string again;
  for (std::size_t at = 0; at + 16 <= code->size(); at += 16) write_hex(std::span(*code).subspan(at, 16), again);
  ASSERT_EQ(again.size(), hex.size());
  EXPECT_EQ(std::mismatch(again.begin(), again.end(), hex.begin()).first, again.end());
}

INSTANTIATE_TEST_SUITE_P(Corpora, RoundTrip,
                         ::testing::Values(Corpus{&isa::kGen6, "instructions-snb.txt.xz", &kNative},
                                           Corpus{&isa::kGen6, "instructions-snb.txt.xz", &kMesa},
                                           Corpus{&isa::kGen6, "instructions-snb.txt.xz", &kIga},
                                           Corpus{&isa::kGen9, "instructions-bxt.txt.xz", &kNative},
                                           Corpus{&isa::kGen9, "instructions-bxt.txt.xz", &kMesa},
                                           Corpus{&isa::kGen9, "instructions-bxt.txt.xz", &kIga},
                                           Corpus{&isa::kGen6, "instructions-snb.txt.xz", &kNative, MessageForm::names},
                                           Corpus{&isa::kGen6, "instructions-snb.txt.xz", &kIga, MessageForm::names},
                                           Corpus{&isa::kGen9, "instructions-bxt.txt.xz", &kNative, MessageForm::names},
                                           Corpus{&isa::kGen9, "instructions-bxt.txt.xz", &kIga, MessageForm::names}),
                         [](const auto& test) {
                           return std::string(test.param.gen->name) + "_" + std::string(test.param.dialect->name) +
                                  (test.param.messages == MessageForm::names ? "_names" : "");
                         });

}  // namespace
}  // namespace eugene::assembly
