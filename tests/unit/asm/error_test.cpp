// Every error in a text has a place, a message, a rule with its document, and a hint.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "asm/assemble.h"

namespace eugene::assembly {
namespace {

constexpr auto kLines = std::to_array<std::string_view>({
    "add (8) r10<1>:f r11<8;8,1>:f -(abs)r12.4<0;1,0>:f {NoMask, Align1}",
    "(-f0.1.any4h) mov.sat.ge.f0.1 (16) r10<2>:w r11<16;8,2>:b {H2}",
    "mov (4) r10<1>.xy:f r11<4>.xyzw:f {Align16}",
    "mov (8) r[a0.1, 32]<1>:d r[a0.2]<4,1>:d",
    "send (8) r10 m1 0x3 0x02104002 {EOT}",
    "math.pow (8) r10:f r11:f r12:f",
    "Here: if (8) There There",
    "There: endif (8) Out",
    "Out: jmpi (1) (3 + 4) * 2 {NoMask}",
    "mad (8) r10:f r11:f r12:f r13.4<0;1,0>:f {Align16}",
    "mov (8) r10<1>:w [1 2 3 4 5 6 7 8]:v",
    "wait (1) n0",
    ".declare Sym Base=r5.2 ElementSize=4 SrcRegion=<8;8,1> Type=f",
    "mov (8) Sym(1,2)<1>:f Sym[a0.0, 1]:f",
    ".define Name(a, b) a + b",
    "mov (1) r10:d Name(3, 4):d",
    ".default_execution_size (8)",
    "break (8) Here Out",
    "nop",
});

// Tokens that replace others at random.
constexpr auto kSlips = std::to_array<std::string_view>(
    {"",    " ",       "(", ")",   "<",   ">",      ",",     ";",       ".",    ":",   "{", "}",
     "[",   "-",       "9", "999", "0x",  "r",      "r200",  "acc9",    "null", "f3",  "q", ":df",
     ".zz", "<3;5,7>", "@", "\"",  "1.5", "NoSuch", "endif", "Align16", "~",    "/ 0", "\n"});

void expect_complete(const Diagnostics& errors, const std::string& text) {
  for (const Diagnostic& error : errors) {
    EXPECT_FALSE(error.message.empty()) << text;
    EXPECT_FALSE(error.rule.empty()) << error.message << "\n" << text;
    EXPECT_FALSE(error.reference.empty()) << error.message << "\n" << text;
    EXPECT_FALSE(error.hint.empty()) << error.message << "\n" << text;
    EXPECT_NE(error.where.line, 0U) << error.message << "\n" << text;
  }
}

TEST(Errors, SayWhereWhatAndWhatInstead) {
  std::mt19937 random(2011);
  unsigned wrong = 0;
  for (const isa::Gen* gen : {&isa::kGen6, &isa::kGen9}) {
    for (unsigned round = 0; round < 6000; ++round) {
      const unsigned line = round % kLines.size();
      std::string text{kLines[line]};
      const std::size_t at = random() % (text.size() + 1);
      text.replace(at, std::min<std::size_t>(random() % 4, text.size() - at), kSlips[random() % kSlips.size()]);
      text += "\n";
      const auto assembled = assemble(*gen, *kDialects[round % kDialects.size()], text, "in.asm");
      if (!assembled) {
        ++wrong;
        expect_complete(assembled.error(), text);
        continue;
      }
      const auto bytes = encode(assembled->kernels[0], "in.asm");
      if (!bytes) expect_complete(bytes.error(), text);
    }
  }
  EXPECT_GT(wrong, 3000U);
}

}  // namespace
}  // namespace eugene::assembly
