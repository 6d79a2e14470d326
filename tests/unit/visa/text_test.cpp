// Every form of every instruction in text: read, printed as it was, read again. vISA manual 6_instructions.
#include <gtest/gtest.h>

#include <set>

#include "every_form.h"
#include "visa/form.h"
#include "visa/parse.h"
#include "visa/print.h"

namespace eugene::visa {
namespace {

TEST(VisaText, EveryFormIsPrintedAsItWasRead) {
  const std::string text = every_form();
  const auto module = parse(text, "every_form");
  ASSERT_TRUE(module) << format(module.error().front(), text);
  EXPECT_EQ(print(*module), text);
  std::set<std::uint16_t> seen;
  for (const Kernel& kernel : module->kernels) {
    for (const Instruction& i : kernel.instructions) seen.insert(i.form);
  }
  for (std::size_t n = 0; n < forms().size(); ++n)
    EXPECT_TRUE(seen.contains(static_cast<std::uint16_t>(n)))
        << forms()[n].mnemonic << " of " << table_row(forms()[n].page).name;
}

// A kernel with `line` as its last one.
std::string with(std::string_view line) {
  return ".version 4.1\n.kernel \"k\"\n.decl V0 v_type=G type=d num_elts=16\n.decl V32 v_type=G type=d num_elts=16\n"
         ".decl P1 v_type=P num_elts=16\n" +
         std::string(line) + "\n";
}

// The text of the only instruction of with(`line`).
std::string printed(std::string_view line) {
  const auto module = parse(with(line), "test");
  if (!module) return format(module.error().front());
  return print(module->kernels[0], module->kernels[0].instructions.at(0));
}

TEST(VisaText, ReadsWhatTheCompilerDoesNotPrint) {
  EXPECT_EQ(printed("mov (16) V32<1> V32(0,0)<1;1,0>  // a comment"), "mov (M1, 16) V32(0,0)<1> V32(0,0)<1;1,0>");
  EXPECT_EQ(printed("mov (NoMask, 8) V32<1> /* 1 */ (-2 * 3):d"), "mov (M1_NM, 8) V32(0,0)<1> 0xfffffffa:d");
  EXPECT_EQ(printed("mov (M1, 1) V32(0,(1+2)*2)<1> 1.5:f"), "mov (M1, 1) V32(0,6)<1> 0x3fc00000:f");
  EXPECT_EQ(printed("mov (M1, 1) V32(0,%sizeof(V32)/8)<1> -1.0e+2:f"), "mov (M1, 1) V32(0,8)<1> 0xc2c80000:f");
  EXPECT_EQ(printed("mov (M1, 1) V32(0,3 & 6 == 6 ? 1 : 2)<1> -3:d"), "mov (M1, 1) V32(0,1)<1> 0xfffffffd:d");
  EXPECT_EQ(printed("mov (M1, 1) \\\n V32(0,0)<1> 0.5:df"), "mov (M1, 1) V32(0,0)<1> 0x3fe0000000000000:df");
  EXPECT_EQ(printed("raw_sends.7.eot.1.0.0 (M1, 8) 0x27:ud 0x1:ud V32.0 %null.0 %null.0"),
            "raw_sends_eot.7.1.0.0 (M1, 8) 0x27:ud 0x1:ud V32.0 %null.0 %null.0");
  EXPECT_EQ(printed("raw_sends_eot.7.eot.1.0.0 (M1, 8) 0x27:ud 0x1:ud V32.0 %null.0 %null.0"),
            "raw_sends_eot.7.1.0.0 (M1, 8) 0x27:ud 0x1:ud V32.0 %null.0 %null.0");
  EXPECT_EQ(printed(".loc 3"), "LOC 3");
}

TEST(VisaText, ScopesHideNames) {
  const auto module = parse(with("{\n.decl V32 v_type=G type=f num_elts=8\nmov (M1, 8) V32<1> 0x0:f\n}\n"
                                 "mov (M1, 8) V32<1> 0x0:d"),
                            "test");
  ASSERT_TRUE(module);
  const Kernel& k = module->kernels[0];
  EXPECT_EQ(print(k, k.instructions[0]), "mov (M1, 8) V32_1(0,0)<1> 0x0:f");
  EXPECT_EQ(print(k, k.instructions[1]), "mov (M1, 8) V32(0,0)<1> 0x0:d");
}

// The first error in with(`line`).
Diagnostic error_of(std::string_view line) {
  const auto module = parse(with(line), "test");
  return module ? Diagnostic{} : module.error().front();
}

TEST(VisaText, ErrorsSayWhereAndWhat) {
  const Diagnostic mnemonic = error_of("adx (M1, 8) V32<1> 0x0:d 0x0:d");
  EXPECT_EQ(mnemonic.message, "unknown instruction adx");
  EXPECT_EQ(mnemonic.hint, "did you mean add?");
  EXPECT_EQ(mnemonic.where.line, 6U);
  EXPECT_EQ(mnemonic.where.column, 1U);
  EXPECT_EQ(mnemonic.where.length, 3U);
  const Diagnostic name = error_of("mov (M1, 8) V32<1> V33(0,0)<1;1,0>");
  EXPECT_EQ(name.message, "V33 is not declared");
  EXPECT_EQ(name.where.column, 20U);
  EXPECT_EQ(error_of("mov (M1, 3) V32<1> 0x0:d").rule, "visa.execution.size");
  EXPECT_EQ(error_of("mov (M9, 8) V32<1> 0x0:d").rule, "visa.execution.mask");
  EXPECT_EQ(error_of("mov (M1, 8) V32<3> 0x0:d").rule, "visa.region.horizontal");
  EXPECT_EQ(error_of("mov (M1, 8) V32<1> V32(0,0)<3;1,0>").rule, "visa.region.vertical");
  EXPECT_EQ(error_of("mov (M1, 8) V32<1> V32(0,0)<4;3,0>").rule, "visa.region.width");
  EXPECT_EQ(error_of("mov (M1, 8) V32<1> 0x0:dd").rule, "visa.type.name");
  EXPECT_EQ(error_of("goto (M1, 8) nowhere").rule, "visa.text.label");
  EXPECT_EQ(error_of(".function \"a.b\"").rule, "visa.text.label");
  EXPECT_EQ(error_of("goto (M1, 8) \"a b\"").rule, "visa.text.label");
  EXPECT_EQ(error_of("(P1) barrier").rule, "visa.predicate.place");
  EXPECT_EQ(error_of("oword_ld (4) V32 0x0:ud V32.0").rule, "visa.text.operand");
  EXPECT_EQ(error_of("dword_atomic.nand (M1, 8) T5 V32.0 V32.0 V32.0 V32.0").rule, "visa.text.suffix");
  EXPECT_EQ(error_of("mov (M1, 8) V32(0,1/0)<1> 0x0:d").rule, "visa.text.expression");
  EXPECT_EQ(error_of("rt_write_3d.<LRTW> (M1, 16) T1 V32.0 V32.0 V32.0 V32.0").rule, "visa.text.operand");
  EXPECT_EQ(error_of("rt_write_3d (M1, 16) T1 V32.0 V32.0 V32.0 V32.0 V32.0 V32.0").rule, "visa.text.syntax");
  EXPECT_EQ(error_of("oword_ld (3) T5 0x0:ud V32.0").rule, "visa.execution.size");
  EXPECT_EQ(error_of("lsc_load.tgm (M1, 8) V32:d32 flat[V32]:a64").rule, "visa.lsc.sfid");
  EXPECT_EQ(error_of("mov (M1, 8) V32<1> 0x0:d 0x1:d").message, "unexpected text after the statement");
}

TEST(VisaText, NumbersMustFitTheirTypes) {
  EXPECT_EQ(printed("mov (M1, 8) V32<1> 1.5:f"), "mov (M1, 8) V32(0,0)<1> 0x3fc00000:f");
  EXPECT_EQ(error_of("mov (M1, 8) V32<1> 1.0e60:f").rule, "visa.operand.immediate");
  EXPECT_EQ(printed("mov (M1, 8) V32<1> 1.0e60:df"), "mov (M1, 8) V32(0,0)<1> 0x4c63e9e4e4c2f344:df");
  EXPECT_EQ(error_of("mov (M1, 8) V32<1> 1.0e600:df").rule, "visa.operand.immediate");
}

TEST(VisaText, DirectivesOfInstructionsStandInKernels) {
  for (const std::string line :
       {".loc 3", ".file \"a.cl\"", ".implicit_LOCAL_ID V32 offset=0 size=4", ".function \"f\""}) {
    const auto module = parse(".version 4.1\n" + line + "\n", "test");
    ASSERT_FALSE(module) << line;
    EXPECT_EQ(module.error().front().message, "this statement is outside a kernel") << line;
  }
}

TEST(VisaText, EveryKernelPlacesItsOwnLabels) {
  const auto module = parse(with("goto (M1, 8) nowhere\n.kernel \"l\"\nnowhere:\nret (M1, 1)"), "test");
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().front().message, "this kernel does not define the label nowhere");
  EXPECT_EQ(module.error().front().where.line, 6U);
}

TEST(VisaText, CountsAreBounded) {
  std::string labels;
  for (int n = 0; n <= 0xffff; ++n) labels += "l" + std::to_string(n) + ":\n";
  EXPECT_EQ(error_of(labels).rule, "visa.limit.labels");
  EXPECT_EQ(error_of(std::string(1001, '{')).rule, "visa.text.syntax");  // one on a line
  std::string scopes;
  for (int n = 0; n < 1001; ++n) scopes += "{\n";
  EXPECT_EQ(error_of(scopes).rule, "visa.limit.scopes");
}

TEST(VisaText, ReportsEveryErrorUpToAHundred) {
  std::string lines;
  for (int n = 0; n < 200; ++n) lines += "nothing\n";
  const auto module = parse(with(lines), "test");
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().size(), 100U);
}

TEST(VisaText, EveryRefusalSaysWhy) {
  for (const std::string text : {"", ".version", ".version `4.1", ".version 4", ".version 4.", ".version 256.1"}) {
    const auto module = parse(text, "test");
    ASSERT_FALSE(module) << text;
    EXPECT_FALSE(module.error().empty()) << text;
  }
}

TEST(VisaText, IsToldFromOtherText) {
  EXPECT_TRUE(is_visa_text("// comment\n\n.version 3.6\n"));
  EXPECT_TRUE(is_visa_text(".version 3\n"));  // a damaged one
  EXPECT_TRUE(is_visa_text(".version"));
  EXPECT_FALSE(is_visa_text(".kernel a\n"));
  EXPECT_FALSE(is_visa_text(""));
}

}  // namespace
}  // namespace eugene::visa
