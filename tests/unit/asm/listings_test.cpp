// The grammar as the document's own listings use it.
#include <gtest/gtest.h>

#include "asm/assemble.h"
#include "asm/printer.h"

namespace eugene::assembly {
namespace {

std::string text_of(const isa::Gen& gen, std::string_view source) {
  const auto assembled = assemble(gen, kNative, source, "listing");
  if (!assembled) return format(assembled.error().front(), source);
  return print(gen, kNative, assembled->kernels[0].program.instructions.back());
}

std::string squeezed(std::string text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' || (!result.empty() && result.back() != ' ')) result += c;
  }
  return result;
}

// SNB PRM vol4 part2 9.1.3, examples 1 to 5: the short form is the full one.
TEST(Listings, SymbolsStandForRegions) {
  constexpr std::string_view kTrans = ".declare Trans Base=r5 ElementSize=4 Region=<0;8,1> Type=f\n";
  const auto same = [&](std::string_view full, std::string_view brief) {
    EXPECT_EQ(text_of(isa::kGen6, full), text_of(isa::kGen6, std::string(kTrans) + std::string(brief))) << brief;
  };
  same("mov (8) r20:f r6.0<0;8,1>:f", "mov r20:f Trans(1)");
  same("mov (8) r20:f r[a0.0,224]<0;8,1>:f", "mov r20:f Trans[a0.0,2]");
  same("mov (8) r20:f r[a0.0,224]<1,0>:f", "mov r20:f Trans[a0.0,2]<1,0>");
  same("mov (8) r20:f r[a0.0,224]<4,1>:f", "mov r20:f Trans[a0.0,2]<4,1>");
  same("mov (8) r20:f r[a0.0,164]<0;8,1>:f", "mov r20:f Trans[a0.0,0,1]");
  same("mov (8) r20:f r[a0.0,160]<0;8,1>:f", "mov r20:f Trans[a0.0]");
}

// 5.2.2: Align16 follows from write mask and swizzles.
TEST(Listings, ChannelsMeanAlign16) {
  EXPECT_EQ(squeezed(text_of(isa::kGen6, "add (4) r3<4>.xyz:f r2<4>.yzwx:f r2.4<4>.zwxy:f {NoMask}")),
            "add (4) r3.0<1>.xyz:f r2.0<4>.yzwx:f r2.4<4>.zwxy:f {Align16, NoMask}");
}

// 9.2.1.1.
TEST(Listings, BinaryAndVectorImmediates) {
  EXPECT_EQ(squeezed(text_of(isa::kGen6, "mov (1) f0.0 8b'10011001")), "mov (1) f0.0<1>:uw 0x0099:uw");
  EXPECT_EQ(squeezed(text_of(isa::kGen6, "(f0.0)mov(8) r1.0<1>:f 0x000F000F:v")),
            "(f0.0) mov (8) r1.0<1>:f 0x000f000f:v");
}

// 9.2.6.
TEST(Listings, JumpsCountFromIp) {
  EXPECT_EQ(squeezed(text_of(isa::kGen6, "add (1) IP 4*16")), "add (1) ip<1>:ud ip<0;1,0>:ud 0x40:ud");
  EXPECT_EQ(squeezed(text_of(isa::kGen6, "HERE: nop\njmp HERE")), "add (1) ip<1>:ud ip<0;1,0>:ud -16:d {NoMask}");
}

// 9.2.7: targets may be left out.
TEST(Listings, BlocksMatch) {
  const auto assembled = assemble(isa::kGen6, kNative, "(f0.0) if (8)\nnop\nelse (8)\nnop\nendif\n", "listing");
  ASSERT_TRUE(assembled);
  const auto& program = assembled->kernels[0].program.instructions;
  EXPECT_EQ(program[0].jip, 48);  // right after else (8.3.20)
  EXPECT_EQ(program[2].jip, 32);  // endif (8.3.15)
}

TEST(Listings, ErrorsSayWhereAndWhatInstead) {
  const auto assembled = assemble(isa::kGen6, kNative, "nop\nadx (8) r1:f r2:f r3:f\nmov (8) r1<3>:f r2:f\n", "k.asm");
  ASSERT_FALSE(assembled);
  ASSERT_EQ(assembled.error().size(), 2U);
  EXPECT_EQ(assembled.error()[0].where.line, 2U);
  EXPECT_EQ(assembled.error()[0].rule, "mnemonic.unknown");
  EXPECT_EQ(assembled.error()[1].where.column, 12U);
  EXPECT_EQ(assembled.error()[1].rule, "region.horizontal_stride");
}

}  // namespace
}  // namespace eugene::assembly
