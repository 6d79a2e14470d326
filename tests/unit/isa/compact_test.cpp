// Compaction by hand: SNB PRM vol4 part2 5.5, Tables of 5.5.1 and 5-26.
#include "isa/encoding/compact.h"

#include <cstring>

#include <gtest/gtest.h>

#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "isa/encoding/relayout.h"
#include "support/corpus.h"

namespace eugene::isa {
namespace {

// add (8) r5<1>:f r2<8;8,1>:f r3<8;8,1>:f: ControlIndex 2 is (8), DataTypeIndex 23 is f f f <1> dir, SubRegIndex 0,
// Src0Index and Src1Index 2 are <8;8,1>.
constexpr std::uint64_t kCompactAdd =
    0x40ULL | 2ULL << 8 | 23ULL << 13 | 1ULL << 29 | 2ULL << 30 | 2ULL << 35 | 5ULL << 40 | 2ULL << 48 | 3ULL << 56;
constexpr EncodedInstruction kFullAdd{0x20A077BD'00600040, 0x008D0060'008D0040};

TEST(Compact, Gen6TablesGiveTheFullInstruction) {
  EXPECT_EQ(expand(kGen6, kCompactAdd), kFullAdd);
  EXPECT_EQ(compact(kGen6, kFullAdd), kCompactAdd);
}

// 5.5.2: bit 12 of the 13-bit immediate is copied to all higher bits.
TEST(Compact, ImmediatesAreThirteenBitsSigned) {
  Instruction i{.opcode = Opcode::add, .exec_size = 8};
  i.dst = {.file = RegFile::grf, .type = Type::d, .nr = 5, .region = {0, 1, 1}};
  i.src[0] = {.file = RegFile::grf, .type = Type::d, .nr = 2, .region = {8, 8, 1}};
  i.src[1] = {.file = RegFile::imm, .type = Type::ud};
  for (const auto& [imm, fits] :
       {std::pair{0xFFFu, true}, {0x1000u, false}, {0xFFFFF000u, true}, {0xFFFFEFFFu, false}}) {
    i.src[1].imm = imm;
    const Result<EncodedInstruction> word = encode_word(kGen6, i);
    ASSERT_TRUE(word);
    const auto half = compact(kGen6, *word);
    EXPECT_EQ(half.has_value(), fits) << imm;
    EXPECT_TRUE(!half || expand(kGen6, *half) == *word) << imm;
  }
}

// SubRegIndex 20 puts 6 in the subregister of source 1, which an immediate covers.
TEST(Compact, AnImmediateHidesWhatTheTablesSayOfSource1) {
  // add (8) r5:uw r2:uw 3:uw: DataTypeIndex 4 is ruw ruw iuw.
  const std::uint64_t half =
      0x40ULL | 2ULL << 8 | 4ULL << 13 | 20ULL << 18 | 1ULL << 29 | 2ULL << 30 | 5ULL << 40 | 2ULL << 48 | 3ULL << 56;
  const Result<EncodedInstruction> word = expand(kGen6, half);
  ASSERT_TRUE(word);
  EXPECT_EQ(word->get({127, 96}), 3u);
  const auto again = compact(kGen6, *word);
  ASSERT_TRUE(again);
  EXPECT_EQ(expand(kGen6, *again), *word);
}

TEST(Compact, Gen6HasNoFormForThreeSources) {
  const std::uint64_t mad = 0x5BULL | 1ULL << 29;
  const Result<EncodedInstruction> word = expand(kGen6, mad);
  ASSERT_FALSE(word);
  EXPECT_NE(word.error().message.find("three sources"), std::string::npos);
  EXPECT_TRUE(expand(kGen9, mad));
}

TEST(Compact, BitsWithoutAMeaningAreRefused) {
  EXPECT_TRUE(expand(kGen6, kCompactAdd | 1ULL << 28));   // the flag subregister
  EXPECT_FALSE(expand(kGen9, kCompactAdd | 1ULL << 28));  // reserved
  EXPECT_FALSE(expand(kGen9, 0x5BULL | 1ULL << 29 | 1ULL << 7));
}

TEST(Compact, EveryIndexSurvives) {
  for (const Gen* gen : {&kGen6, &kGen9}) {
    for (const auto& [high, low] : {std::pair{12, 8}, {17, 13}, {22, 18}, {34, 30}, {39, 35}}) {
      for (std::uint64_t index = 0; index < 32; ++index) {
        const std::uint64_t half =
            with_bits(kCompactAdd, static_cast<unsigned>(high), static_cast<unsigned>(low), index);
        const Result<EncodedInstruction> word = expand(*gen, half);
        ASSERT_TRUE(word);
        const auto again = compact(*gen, *word);
        ASSERT_TRUE(again);
        // Two indices may stand for the same bits; then the lower one is chosen.
        EXPECT_EQ(expand(*gen, *again), *word);
        EXPECT_LE(bits(*again, static_cast<unsigned>(high), static_cast<unsigned>(low)), index);
      }
    }
  }
}

Instruction plain_add() { return *decode(kGen6, kFullAdd); }

Instruction gen9_branch(Opcode opcode, std::int32_t jip, std::int32_t uip) {
  Instruction i{.opcode = opcode, .exec_size = 8, .jip = jip, .uip = uip};
  i.src[0] = {.file = RegFile::imm, .type = Type::d};
  return i;
}

// if over two adds to endif, all uncompacted; the adds shrink and the distance with them.
TEST(Relayout, BranchesFollowTheirTargets) {
  Program program{.gen = &kGen9};
  program.instructions = {gen9_branch(Opcode::if_, 48, 48), plain_add(), plain_add(),
                          gen9_branch(Opcode::endif, 16, 0)};
  program.offsets = {0, 16, 32, 48};
  program.labels = {{48, "done"}, {64, "end"}};
  const Result<Program> small = relayout(program, Compaction::all);
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_TRUE(small->instructions[1].compacted);
  EXPECT_EQ(small->instructions[0].jip, static_cast<std::int32_t>(small->offsets[3] - small->offsets[0]));
  EXPECT_EQ(small->instructions[0].uip, small->instructions[0].jip);
  EXPECT_LT(small->instructions[0].jip, 48);
  EXPECT_EQ(small->labels.count(small->offsets[3]), 1u);
  EXPECT_EQ(small->labels.rbegin()->second, "end");
  const Result<Program> back = relayout(*small, Compaction::none);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->instructions, program.instructions);
  EXPECT_EQ(back->offsets, program.offsets);
  EXPECT_EQ(back->labels, program.labels);
}

// Gen6 while: JIP backwards, in 64-bit units, so that it can reach a compacted instruction.
TEST(Relayout, Gen6LoopsShrink) {
  Instruction loop{.opcode = Opcode::while_, .exec_size = 8, .jip = -48};
  loop.dst = {.file = RegFile::imm, .type = Type::w};
  Program program{.gen = &kGen6};
  program.instructions = {plain_add(), plain_add(), plain_add(), loop};
  program.offsets = {0, 16, 32, 48};
  const Result<Program> small = relayout(program, Compaction::all);
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_EQ(small->instructions[3].jip, -24);
  const auto bytes = encode_program(*small);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size(), small->end());
}

TEST(Relayout, RelativeAddToIpIsABranch) {
  Instruction jump{.opcode = Opcode::add, .exec_size = 1};
  jump.dst = {.file = RegFile::arf, .type = Type::ud, .nr = 0xA0, .region = {0, 1, 1}};
  jump.src[0] = {.file = RegFile::arf, .type = Type::ud, .nr = 0xA0};
  jump.src[1] = {.file = RegFile::imm, .type = Type::ud, .imm = 32};
  Program program{.gen = &kGen6};
  program.instructions = {jump, plain_add(), plain_add()};
  program.offsets = {0, 16, 32};
  const Result<Program> small = relayout(program, Compaction::all);
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_EQ(small->instructions[0].src[1].imm, small->offsets[2]);
}

TEST(Relayout, ABranchIntoAnInstructionCannotMove) {
  Program program{.gen = &kGen9};
  program.instructions = {gen9_branch(Opcode::endif, 24, 0), plain_add(), plain_add()};
  program.offsets = {0, 16, 32};
  const Result<Program> same = relayout(program, Compaction::as_marked);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->instructions, program.instructions);
  const Result<Program> small = relayout(program, Compaction::all);
  ASSERT_FALSE(small);
  EXPECT_NE(small.error().message.find("0x18"), std::string::npos);
}

TEST(Relayout, AMarkThatCannotBeHonouredIsAnError) {
  Program program{.gen = &kGen6};
  program.instructions = {plain_add()};
  program.offsets = {0};
  program.instructions[0].src[0].region = {16, 2, 4};
  program.instructions[0].compacted = true;
  EXPECT_FALSE(relayout(program, Compaction::as_marked));
  EXPECT_FALSE(encode_program(program));
}

}  // namespace
}  // namespace eugene::isa
