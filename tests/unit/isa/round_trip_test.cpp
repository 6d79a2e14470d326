// Words that decode encode to the same bits, others have a reason: for every opcode and for random words.
#include <random>

#include <gtest/gtest.h>

#include "isa/encoding/compact.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "isa/encoding/layout.h"
#include "support/random_instruction.h"

namespace eugene::isa {
namespace {

class RoundTrip : public ::testing::TestWithParam<const Gen*> {};
INSTANTIATE_TEST_SUITE_P(Generations, RoundTrip, ::testing::ValuesIn(kGens),
                         [](const auto& test) { return std::string(test.param->name); });

Operand grf(unsigned nr, Region region) {
  return {.file = RegFile::grf, .type = Type::f, .nr = static_cast<std::uint8_t>(nr), .region = region};
}

// A plain instruction of each opcode, with operands that suit its format.
Instruction plain(const Gen& gen, const OpcodeInfo& row) {
  Instruction i{.opcode = row.opcode, .exec_size = 8, .no_mask = true, .breakpoint = true};
  const bool is_bare = find_layout(gen).has_bare_slots;  // unused slots have no fields
  switch (row.format) {
    case Format::none: break;
    case Format::two_source:
    case Format::math:
      i.dst = grf(5, {0, 1, 1});
      i.src[0] = grf(2, {8, 8, 1});
      if (!is_bare || row.sources > 1) i.src[1] = grf(3, {8, 8, 1});
      if (row.format == Format::math) i.math = MathFunction::pow;
      break;
    case Format::sync:
      i.dst.region.hstride = 1;
      i.src[0] = {.file = RegFile::imm, .imm = 3};
      i.sync = SyncFunction::allwr;
      break;
    case Format::three_source:
      i.dst = grf(5, {0, 1, 1});
      if (!has_align1_three_source(gen)) i.access_mode = AccessMode::align16;
      for (unsigned n = 0; n < 3; ++n)
        i.src[n] = grf(n + 1, has_align1_three_source(gen) ? Region{8, 8, 1} : Region{4, 4, 1});
      break;
    case Format::jump:
      i.src[is_bare ? 0 : 1] = {.file = RegFile::imm, .type = Type::d};
      i.jip = -64;
      break;
    case Format::branch_jip:
    case Format::branch:
      (gen.has_message_registers() ? i.src[1] : i.src[0]) = {.file = RegFile::imm, .type = Type::d};
      i.jip = -64;
      if (is_bare && row.sources > 0) {  // ret
        i.src[0] = {.file = RegFile::grf, .nr = 2};
        i.jip = 0;
      }
      if (row.format == Format::branch) i.uip = 128;
      if (is_bare && row.has_destination) i.dst.region.hstride = 1;
      break;
    case Format::send:
      i.dst = grf(5, {0, 1, 1});
      i.src[0] = {.file = RegFile::grf, .type = Type::ud, .nr = 2};
      i.src[1] = {.file = RegFile::imm};
      i.send = {.sfid = Sfid::sampler, .eot = true, .descriptor = 0x02180001};
      break;
    case Format::split_send:
      i.dst = grf(5, {0, 1, 1});
      if (is_bare) i.dst.type = Type::ud;
      i.src[0] = {.file = RegFile::grf, .nr = 2};
      i.src[1] = {.file = RegFile::grf, .nr = 7};
      i.send = {.sfid = Sfid::dp_data1, .descriptor = 0x02025EFE, .extended_descriptor = 0x12340040};
      break;
  }
  return i;
}

TEST_P(RoundTrip, EveryOpcodeHasAForm) {
  const Gen& gen = *GetParam();
  unsigned count = 0;
  for (const OpcodeInfo& row : kOpcodes) {
    if (!row.in(gen)) continue;
    ++count;
    const Instruction i = plain(gen, row);
    const Result<EncodedInstruction> word = encode_word(gen, i);
    ASSERT_TRUE(word) << row.mnemonic << ": " << word.error().message;
    EXPECT_EQ(word->get({6, 0}), static_cast<std::uint64_t>(row.code[gen.id]));
    const Result<Instruction> again = decode(gen, *word);
    ASSERT_TRUE(again) << row.mnemonic << ": " << again.error().message;
    EXPECT_EQ(*again, i) << row.mnemonic;
  }
  EXPECT_GT(count, 50u);
}

// Half of the words are earlier accepted ones with a bit or two turned over, so that many are nearly legal.
TEST_P(RoundTrip, RandomWordsSurviveOrHaveAReason) {
  const Gen& gen = *GetParam();
  std::mt19937_64 random(20260401);
  std::vector<EncodedInstruction> accepted;
  const auto flip = [&](EncodedInstruction& word) {
    const std::uint64_t bit = random() % 128;
    (bit < 64 ? word.low : word.high) ^= std::uint64_t{1} << bit % 64;
  };
  for (unsigned n = 0; n < 300000; ++n) {
    EncodedInstruction word{random() & random(), random() & random() & random()};
    if (n % 2 != 0 && !accepted.empty()) {
      word = accepted[random() % accepted.size()];
      flip(word);
      if (random() % 2 != 0) flip(word);
    }
    word.set({29, 29}, 0);
    const Result<Instruction> instruction = decode(gen, word);
    if (!instruction) {
      ASSERT_FALSE(instruction.error().message.empty());
      continue;
    }
    const Result<EncodedInstruction> again = encode_word(gen, *instruction);
    ASSERT_TRUE(again) << std::hex << word.high << ' ' << word.low << ": " << again.error().message;
    ASSERT_EQ(*again, word) << std::hex << word.high << ' ' << word.low;
    const auto half = compact(gen, word);
    ASSERT_TRUE(!half || expand(gen, *half) == word);
    if (accepted.size() < 1000) accepted.push_back(word);
  }
  EXPECT_EQ(accepted.size(), 1000u);
}

// Random instructions with bits that mean nothing: each is kept and encoded again.
TEST_P(RoundTrip, RandomInstructionsKeepReservedBits) {
  const Gen& gen = *GetParam();
  eugene::test::RandomInstructions make(gen, 12);
  unsigned kept = 0;
  for (unsigned n = 0; n < 20000; ++n) {
    const Instruction i = make.next_with_reserved();
    const Result<EncodedInstruction> word = encode_word(gen, i);
    if (!word) continue;
    const Result<Instruction> again = decode(gen, *word);
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_EQ(*again, i);
    kept += i.kept.reserved != EncodedInstruction{};
  }
  EXPECT_GT(kept, 5000u);
}

TEST_P(RoundTrip, RandomCompactedWordsExpandToWhatCompactsAgain) {
  const Gen& gen = *GetParam();
  std::mt19937_64 random(6);
  unsigned expanded = 0;
  for (unsigned n = 0; n < 100000; ++n) {
    const Result<EncodedInstruction> word = expand(gen, (random() & ~(std::uint64_t{1} << 28)) | 1U << 29);
    if (!word) continue;
    ++expanded;
    const auto half = compact(gen, *word);
    ASSERT_TRUE(half);
    ASSERT_EQ(expand(gen, *half), *word);
  }
  EXPECT_GT(expanded, 10000u);
}

}  // namespace
}  // namespace eugene::isa
