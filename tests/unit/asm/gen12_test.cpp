// Gen12's machine code as iga64 -p 12p1 assembles it: text, bytes and text again.
#include <gtest/gtest.h>

#include <array>
#include <sstream>
#include <string>

#include "asm/assemble.h"
#include "asm/disassemble.h"
#include "isa/encoding/compact.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "isa/scoreboard.h"

namespace eugene::assembly {
namespace {

using isa::EncodedInstruction;
using isa::kGen12;

struct Vector {
  const char* text;
  EncodedInstruction word;
};

// Made by iga64 1.1.0.
const Vector kVectors[] = {
    {"(W) mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f", {0x01050AA080030061, 0x0000000000460205}},
    {"(W) mov (8|M0) r1.0<1>:ud 0x12345678:ud", {0x0105422080030061, 0x1234567800000000}},
    {"add (16|M0) (sat)r1.0<1>:f r2.0<8;8,1>:f 1.0:f", {0x01058AA400040040, 0x3F8000000A460205}},
    {"(~f1.1) add (16|M16) r1.0<1>:f r2.0<8;8,1>:f -r4.3<0;1,0>:f {@1}", {0x01050AA011E40140, 0x020004640A460205}},
    {"cmp (16|M0) (lt)f0.1 null<1>:d r2.0<8;8,1>:d (abs)r3.0<8;8,1>:d {AccWrEn, $3.src}",
     {0x0001066200443370, 0x0146030556460205}},
    {"mov (8|M0) r1.0<1>:ud r[a0.2,36]<8;8,1>:ud", {0x0105022000030061, 0x0000000000472091}},
    {"mov (8|M0) r[a0.2,-4]<1>:ud r3.0<8;8,1>:ud", {0x2FF1022800030061, 0x0000000000460305}},
    {"mov (16|M0) r5.0<2>:ub acc0.0<8;8,1>:uw", {0x0506010000040061, 0x0000000000462001}},
    {"math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {@2, $4}", {0x01050AA00003A438, 0x0000000010460205}},
    {"math.iqot (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d {$15}", {0x0105066000034F38, 0x00460305C6460205}},
    {"mad (16|M0) r1.0<1>:f r2.0<8;1>:f r4.0<0;0>:f -r6.0<1>:f", {0x01040AA80004005B, 0x0605040402220205}},
    {"mad (16|M0) r1.0<1>:d r2.0<8;1>:d r4.2<4;1>:w 18:w {@7}", {0x01048E680004075B, 0x001204250D050205}},
    {"mad (8|M0) r1.0<2>:f acc0.0<8;1>:f r4.0<1;0>:f r6.1<0>:f", {0x01050AA80003005B, 0x06240404020A2001}},
    {"dp4a (8|M0) r1.0<1>:d r2.0<8;1>:d r4.0<8;1>:d r6.0<1>:d", {0x01040E6800030058, 0x060504050E0E0205}},
    {"csel (8|M0) (lt)f0.0 r1.0<1>:f r2.0<8;1>:f r4.0<8;1>:f r6.0<1>:f", {0x01040AA800030072, 0x060504055A0A0205}},
    {"bfe (8|M0) r1.0<1>:ud 0x3:ud r4.0<8;1>:ud r6.0<1>:ud", {0x0104422000030078, 0x060504050A0A0003}},
    {"ror (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud", {0x010502200003006E, 0x0046030502460205}},
    {"rol (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud 0x3:ud", {0x010582200003006F, 0x0000000302460205}},
    {"mach (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d", {0x0105066000030049, 0x0046030506460205}},
    {"sync.nop null {$1.dst}", {0x0001000000002101, 0x0000000000000000}},
    {"sync.nop null {@3, $1.dst}", {0x000100000000B101, 0x0000000000000000}},
    {"sync.allrd null", {0x0001000000000001, 0x0000000020000000}},
    {"sync.allwr 0x9:ud", {0x0001420000000001, 0x0000000930000000}},
    {"sync.bar null {$0}", {0x0001000000004001, 0x00000000E0000000}},
    {"sync.host null", {0x0001000000000001, 0x00000000F0000000}},
    {"send.dc1 (16|M0) r1.0 r2.0 null 0x0 0x02123405 {@1, $1}", {0x010C000000049131, 0x008C0000C80A020C}},
    {"send.dc0 (16|M0) null r2.0 r4.0 0x80 0xc2020200 {Serialize, $2}", {0x0000000200044231, 0x0C800414A400020C}},
    {"send.smpl (8|M8) r1.0 r2.0 r4.0 a0.2 a0.0 {$7}", {0x0107020000134731, 0x0000040420000204}},
    {"sendc.rc (16|M0) null r2.0 r4.0 0x100 0x020b1000 {EOT, $1}", {0x0000000400044132, 0x02C404245000020C}},
    {"(W) send.ts (8|M0) null r127.0 null 0x10000000 0x02000010 {EOT, @1}", {0x0000000480030131, 0x1000000070207F0C}},
    {"(W) jmpi (1|M0) r1.0<0;1,0>:ud", {0x0000000080000020, 0x0000000000000104}},
    {"brc (16|M0) r2.0<0;1,0>:ud", {0x0000000000040023, 0x0000000000000204}},
    {"call (8|M0) r1.0<1>:ud r2.0<0;1,0>:ud", {0x010400000003002C, 0x0000000000000204}},
    {"ret (8|M0) r1.0<0;1,0>:ud", {0x000000000003002D, 0x0000000000000104}},
    {"nop", {0x0000000000000060, 0x0000000000000000}},
    {"illegal", {0x0000000000000000, 0x0000000000000000}},
};

// Words, separated by one blank each, without a comment.
std::string plain(const std::string& text) {
  std::istringstream words(text.substr(0, text.find("//")));
  std::string all, word;
  while (words >> word) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::array<std::byte, 16> bytes_of(const EncodedInstruction& word) {
  std::array<std::byte, 16> bytes;
  word.store(bytes);
  return bytes;
}

std::vector<std::byte> assembled(const Dialect& dialect, const std::string& text) {
  const auto assembly = assemble(kGen12, dialect, text, "text");
  EXPECT_TRUE(assembly) << text << ": " << (assembly ? "" : assembly.error().front().message);
  if (!assembly) return {};
  const auto code = encode(assembly->kernels[0], "text");
  EXPECT_TRUE(code) << text << ": " << (code ? "" : code.error().front().message);
  return code ? *code : std::vector<std::byte>();
}

std::string refusal(const std::string& text, const isa::Gen& gen = kGen12) {
  const auto assembly = assemble(gen, kIga, text, "text");
  if (!assembly) return assembly.error().front().message;
  const auto code = encode(assembly->kernels[0], "text");
  return code ? std::string() : code.error().front().message;
}

class Gen12 : public ::testing::TestWithParam<Vector> {};
INSTANTIATE_TEST_SUITE_P(Vectors, Gen12, ::testing::ValuesIn(kVectors));

TEST_P(Gen12, TextAssemblesToItsBytes) {
  const auto bytes = bytes_of(GetParam().word);
  EXPECT_EQ(assembled(kIga, GetParam().text), std::vector<std::byte>(bytes.begin(), bytes.end())) << GetParam().text;
}

TEST_P(Gen12, BytesPrintAsTheirText) {
  std::optional<Diagnostic> problem;
  EXPECT_EQ(plain(disassemble_one(kGen12, kIga, bytes_of(GetParam().word), problem)), GetParam().text);
  EXPECT_FALSE(problem);
}

TEST_P(Gen12, EveryDialectKeepsTheBytes) {
  const auto bytes = bytes_of(GetParam().word);
  for (const Dialect* dialect : kDialects) {
    for (const MessageForm messages : {MessageForm::numbers, MessageForm::names}) {
      std::optional<Diagnostic> problem;
      const std::string text = disassemble_one(kGen12, *dialect, bytes, problem, messages);
      EXPECT_EQ(assembled(*dialect, text), std::vector<std::byte>(bytes.begin(), bytes.end())) << text;
    }
  }
}

// jmpi counts from itself, where earlier generations count from the next instruction.
TEST(Gen12Code, BranchesCountFromThemselves) {
  const std::string text = "L0:\n(W) jmpi (1|M0) L0\n(f0.0) if (16|M0) L1 L2\nL1:\nelse (16|M0) L2 L2\nL2:\n";
  const std::vector<std::byte> code = assembled(kIga, text);
  ASSERT_EQ(code.size(), 48U);
  const auto word = [&](std::size_t n) {
    return EncodedInstruction::load(std::span(code).subspan(16 * n).first<16>());
  };
  EXPECT_EQ(word(0), (EncodedInstruction{0x0000400080000020, 0x0000000000000000}));
  EXPECT_EQ(word(1), (EncodedInstruction{0x0000C00001040022, 0x0000001000000020}));
  EXPECT_EQ(word(2), (EncodedInstruction{0x0000C00000040024, 0x0000001000000010}));
}

// Compacted forms of iga64 -Xautocompact.
TEST(Gen12Code, CompactsAsIgaDoes) {
  struct Compacted {
    const char* text;
    std::uint64_t half;
  };
  const Compacted vectors[] = {
      {"add (16|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f {@1}", 0x0300020020010140},
      {"add (16|M0) r1.0<1>:d r2.0<8;8,1>:d -5:w", 0xFFB0020260010040},
      {"mul (16|M0) r1.0<1>:f r2.0<8;8,1>:f 2.0:f {$3.dst}", 0x40000200E0012341},
      {"mad (16|M0) r1.0<1>:f r2.0<8;1>:f r4.0<8;1>:f r6.0<1>:f", 0x04060200A001005B},
      {"sync.nop null {$1.dst}", 0x00110001E8002101},
  };
  for (const Compacted& each : vectors) {
    const std::vector<std::byte> code = assembled(kIga, each.text);
    ASSERT_EQ(code.size(), 16U) << each.text;
    const EncodedInstruction word = EncodedInstruction::load(std::span(code).first<16>());
    EXPECT_EQ(isa::compact(kGen12, word), each.half) << each.text;
    const auto expanded = isa::expand(kGen12, each.half);
    ASSERT_TRUE(expanded) << each.text;
    EXPECT_EQ(*expanded, word) << each.text;
  }
  // An immediate of more than 12 bits.
  const std::vector<std::byte> wide = assembled(kIga, "(W) mov (8|M0) r1.0<1>:ud 0x12345:ud");
  ASSERT_EQ(wide.size(), 16U);
  EXPECT_FALSE(isa::compact(kGen12, EncodedInstruction::load(std::span(wide).first<16>())));
}

// Words that random tests found: fields beside their usual use.
TEST(Gen12Code, OddWordsKeepTheirBytes) {
  const EncodedInstruction kWords[] = {
      {0x34048E680204005B, 0x000316050E251205},  // mad with a negated immediate
      {0x0001100000002101, 0x0000000000460005},  // sync.nop (abs)null<8;8,1>:ub
      {0x0001050400000001, 0x0000000000000000},  // sync.nop.sat
      {0x000000010003002D, 0x0000004400000104},  // ret with reserved bits
  };
  for (const EncodedInstruction& word : kWords) {
    const auto bytes = bytes_of(word);
    for (const Dialect* dialect : kDialects) {
      std::optional<Diagnostic> problem;
      const std::string text = disassemble_one(kGen12, *dialect, bytes, problem);
      EXPECT_EQ(assembled(*dialect, text), std::vector<std::byte>(bytes.begin(), bytes.end())) << text;
    }
  }
}

TEST(Gen12Code, TypesOf64BitsAreRefused) {
  EXPECT_NE(refusal("mov (8|M0) r1.0<1>:q r2.0<8;8,1>:q"), "");
  // mul (16|M16) r68.0<1>:df r6.0<0;1,0>:w 296:w
  EXPECT_FALSE(isa::decode(kGen12, EncodedInstruction{0x440585B000240041, 0x0128012805000604}));
}

TEST(Gen12Code, ThreeSourcesHaveLimits) {
  EXPECT_NE(refusal("mad (8|M0) r1.1<1>:f r2.0<8;1>:f r3.0<8;1>:f r4.0<1>:f").find("multiple of 8 bytes"),
            std::string::npos);
  EXPECT_NE(refusal("mad (8|M0) r1.0<1>:d r2.0<8;1>:d 3:w r4.0<1>:d").find("source 1"), std::string::npos);
  EXPECT_NE(refusal("mad (8|M0) r1.0<1>:f r2.0<8;1>:f r3.0<8;1>:d r4.0<1>:f").find("all floats or all integers"),
            std::string::npos);
  EXPECT_NE(refusal("mad (8|M0) r1.0<1>:d r2.0<8;1>:d r3.0<8;1>:d 0x12345:ud").find("16 bits"), std::string::npos);
}

TEST(Gen12Code, InstructionsOfOtherGenerationsAreRefused) {
  for (const char* each : {"wait n0.0", "lrp (8|M0) r1.0<1>:f r2.0<8;1>:f r3.0<8;1>:f r4.0<1>:f",
                           "dp4 (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f"})
    EXPECT_NE(refusal(each).find("the generation has no instruction"), std::string::npos) << each;
  EXPECT_NE(refusal("ror (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud", isa::kGen9), "");
  EXPECT_NE(refusal("mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f {@1}", isa::kGen9).find("software scoreboard"),
            std::string::npos);
}

// IGA's iga_types_swsb.cpp, with one in-order pipe.
TEST(Scoreboard, Bytes) {
  using isa::decode_scoreboard;
  using Use = isa::Scoreboard::Use;
  EXPECT_EQ(decode_scoreboard(0x00, false), isa::Scoreboard{});
  EXPECT_EQ(decode_scoreboard(0x07, false), (isa::Scoreboard{.distance = 7}));
  EXPECT_EQ(decode_scoreboard(0x25, false), (isa::Scoreboard{.use = Use::dst, .token = 5}));
  EXPECT_EQ(decode_scoreboard(0x3F, false), (isa::Scoreboard{.use = Use::src, .token = 15}));
  EXPECT_EQ(decode_scoreboard(0x40, true), (isa::Scoreboard{.use = Use::set, .token = 0}));
  EXPECT_EQ(decode_scoreboard(0x91, true), (isa::Scoreboard{.distance = 1, .use = Use::set, .token = 1}));
  EXPECT_EQ(decode_scoreboard(0x91, false), (isa::Scoreboard{.distance = 1, .use = Use::dst, .token = 1}));
  for (const unsigned reserved : {0x08U, 0x10U, 0x1FU, 0x50U, 0x7FU, 0x80U, 0x8FU})
    EXPECT_FALSE(decode_scoreboard(static_cast<std::uint8_t>(reserved), false)) << reserved;
  for (const bool out_of_order : {false, true}) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const auto meaning = decode_scoreboard(static_cast<std::uint8_t>(byte), out_of_order);
      if (meaning) {
        EXPECT_EQ(encode_scoreboard(*meaning, out_of_order), byte);
      }
    }
  }
}

TEST(Scoreboard, ReservedBytesAreKept) {
  EncodedInstruction word{0x01050AA080030061, 0x0000000000460205};
  word.set({15, 8}, 0x58);
  std::optional<Diagnostic> problem;
  const std::string text = disassemble_one(kGen12, kNative, bytes_of(word), problem);
  EXPECT_NE(text.find("SWSB=0x58"), std::string::npos) << text;
  const auto bytes = bytes_of(word);
  EXPECT_EQ(assembled(kNative, text), std::vector<std::byte>(bytes.begin(), bytes.end()));
}

TEST(Scoreboard, WhatHasNoByteIsRefused) {
  const std::string add = "add (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f ";
  for (const char* each : {"{@8}", "{@0}", "{$16}", "{@1, $2}", "{@1, $2.src}", "{@1, @2}", "{$1.dst, $2.dst}"})
    EXPECT_NE(refusal(add + each).find("software scoreboard"), std::string::npos) << each;
  EXPECT_NE(refusal("math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {@1, $2.dst}").find("software scoreboard"),
            std::string::npos);
}

}  // namespace
}  // namespace eugene::assembly
