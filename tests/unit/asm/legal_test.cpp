// Legal instructions that no compiler emitted, drawn from the opcode table: encoding and decoding, printing and
// parsing, compacting and expanding give the same bytes, in every dialect.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "asm/assemble.h"
#include "asm/disassemble.h"
#include "isa/encoding/compact.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "support/random_instruction.h"

namespace eugene::assembly {
namespace {

class Legal : public ::testing::TestWithParam<const isa::Gen*> {
 protected:
  // `count` legal instructions, and how often each opcode is among them.
  std::vector<isa::Instruction> draw(std::size_t count) {
    test::RandomInstructions random(*GetParam(), 2011);
    std::vector<isa::Instruction> drawn;
    while (drawn.size() < count) {
      isa::Instruction i;
      if (!random.next_legal(i)) {
        ADD_FAILURE() << "no legal instruction comes";
        break;
      }
      // Each opcode as often as the others, or nop and illegal, which no rule touches, would be most.
      if (seen_[i.opcode] > 4 * count / isa::kOpcodeCount) continue;
      ++seen_[i.opcode];
      drawn.push_back(i);
    }
    return drawn;
  }
  std::map<isa::Opcode, std::size_t> seen_;
};
INSTANTIATE_TEST_SUITE_P(Generations, Legal, ::testing::Values(&isa::kGen6, &isa::kGen9),
                         [](const auto& test) { return std::string(test.param->name); });

TEST_P(Legal, EveryOpcodeIsDrawn) {
  draw(20'000);
  for (const isa::OpcodeInfo& row : isa::kOpcodes) {
    if (!row.in(*GetParam()) || row.opcode == isa::Opcode::illegal) continue;
    EXPECT_GT(seen_[row.opcode], 10U) << row.mnemonic;
  }
}

TEST_P(Legal, SurviveEncodingAndCompaction) {
  const isa::Gen& gen = *GetParam();
  std::size_t compacted = 0;
  for (const isa::Instruction& i : draw(30'000)) {
    const Result<isa::EncodedInstruction> word = encode_word(gen, i);
    ASSERT_TRUE(word) << print(gen, kNative, i) << ": " << word.error().message;
    const Result<isa::Instruction> again = decode(gen, *word);
    ASSERT_TRUE(again) << print(gen, kNative, i) << ": " << again.error().message;
    ASSERT_EQ(*again, i) << print(gen, kNative, i) << "\n" << print(gen, kNative, *again);
    const auto half = compact(gen, *word);
    if (!half) continue;
    ++compacted;
    ASSERT_EQ(expand(gen, *half), *word) << print(gen, kNative, i);
  }
  EXPECT_GT(compacted, 100U);
}

void expect_text_survives(const isa::Gen& gen, const std::vector<isa::Instruction>& drawn) {
  for (const Dialect* dialect : kDialects) {
    std::string text;
    for (const isa::Instruction& i : drawn) text += print(gen, *dialect, i) + "\n";
    const auto assembled = assemble(gen, *dialect, text, "text");
    ASSERT_TRUE(assembled) << format(assembled.error().front(), text);
    const std::vector<isa::Instruction>& again = assembled->kernels[0].program.instructions;
    ASSERT_EQ(again.size(), drawn.size());
    for (std::size_t n = 0; n < drawn.size(); ++n) {
      ASSERT_EQ(*encode_word(gen, again[n]), *encode_word(gen, drawn[n]))
          << dialect->name << ": " << print(gen, *dialect, drawn[n]);
    }
  }
}

TEST_P(Legal, SurviveTheirText) { expect_text_survives(*GetParam(), draw(10'000)); }

// Bits that mean nothing are in the text too.
TEST_P(Legal, ReservedBitsSurviveTheText) {
  const isa::Gen& gen = *GetParam();
  test::RandomInstructions random(gen, 12);
  std::vector<isa::Instruction> drawn;
  while (drawn.size() < 5'000) {
    const isa::Instruction i = random.next_with_reserved();
    Diagnostics wrong;
    rules::validate(gen, i, wrong);
    const bool legal = std::ranges::none_of(wrong, [](const Diagnostic& d) { return d.severity == Severity::error; });
    if (legal && i.kept.reserved != isa::EncodedInstruction{}) drawn.push_back(i);
  }
  expect_text_survives(gen, drawn);
}

}  // namespace
}  // namespace eugene::assembly
