// Every rule of the vISA manual that Eugene checks: the good example keeps all rules, the bad one breaks the rule.
#include <gtest/gtest.h>

#include <algorithm>

#include "every_form.h"
#include "visa/binary.h"
#include "visa/check/rule.h"
#include "visa/parse.h"

namespace eugene::visa {
namespace {

constexpr std::string_view kDeclarations =
    ".version 4.1\n.kernel \"k\"\n"
    ".decl V32 v_type=G type=d num_elts=64 align=GRF\n.decl V33 v_type=G type=d num_elts=64 alias=<V32, 0>\n"
    ".decl V34 v_type=G type=f num_elts=64 align=GRF\n.decl V35 v_type=G type=uq num_elts=64 align=GRF\n"
    ".decl V36 v_type=G type=ub num_elts=64 align=GRF\n.decl V37 v_type=G type=uw num_elts=16 align=GRF\n"
    ".decl V38 v_type=G type=hf num_elts=64 align=GRF\n"
    ".decl V40 v_type=G type=ud num_elts=512 align=GRF\n.decl V41 v_type=G type=d num_elts=64 align=dword\n"
    ".decl V42 v_type=G type=df num_elts=64 align=GRF\n"
    ".decl A0 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=16\n.decl P2 v_type=P num_elts=32\n"
    ".decl S0 v_type=S num_elts=1\n.decl T6 v_type=T num_elts=1\n";

// Functions that the kernel may call.
constexpr std::string_view kFunctions =
    ".global_function \"callee\"\n.kernel_attr Extern\n.kernel_attr ArgSize=2\n.kernel_attr RetValSize=1\n"
    "fret (M1, 16)\n";

Diagnostics findings(std::string_view line, std::uint16_t platforms = kAll) {
  const bool is_declaration = line.starts_with(".");
  const std::string text = std::string(kDeclarations) + (is_declaration ? std::string(line) + "\n" : "") + "here:\n" +
                           (is_declaration ? "" : std::string(line)) + "\nret (M1, 1)\n" + std::string(kFunctions);
  const auto module = parse(text, "test");
  EXPECT_TRUE(module) << line << "\n" << (module ? "" : format(module.error().front(), text));
  return module ? check(*module, platforms) : Diagnostics{};
}

constexpr std::uint16_t platforms_of(const Rule& rule) { return rule.platforms; }
constexpr std::uint16_t platforms_of(const KernelRule& /*rule*/) { return kAll; }

template <class Rules>
void expect_examples(const Rules& rules) {
  for (const auto& rule : rules) {
    for (const Diagnostic& d : findings(rule.good, platforms_of(rule)))
      ADD_FAILURE() << rule.id << ": " << rule.good << " breaks " << d.rule;
    if (rule.bad.empty()) continue;  // text cannot express the bad example
    const Diagnostics found = findings(rule.bad, platforms_of(rule));
    EXPECT_TRUE(std::ranges::any_of(found, [&](const Diagnostic& d) { return d.rule == rule.id; }))
        << rule.id << ": " << rule.bad << " breaks nothing";
    for (const Diagnostic& d : found) EXPECT_FALSE(d.reference.empty() || d.hint.empty()) << d.rule;
  }
}

TEST(VisaCheck, ExamplesOfInstructionRules) { expect_examples(instruction_rules()); }
TEST(VisaCheck, ExamplesOfOperandRules) { expect_examples(operand_rules()); }
TEST(VisaCheck, ExamplesOfMemoryRules) { expect_examples(memory_rules()); }
TEST(VisaCheck, ExamplesOfMessageRules) { expect_examples(message_rules()); }
TEST(VisaCheck, ExamplesOfLaterRules) { expect_examples(later_rules()); }
TEST(VisaCheck, ExamplesOfFlowRules) { expect_examples(flow_rules()); }
TEST(VisaCheck, ExamplesOfSamplerRules) { expect_examples(sampler_rules()); }
TEST(VisaCheck, ExamplesOfRenderRules) { expect_examples(render_rules()); }
TEST(VisaCheck, ExamplesOfLscRules) { expect_examples(lsc_rules()); }
TEST(VisaCheck, ExamplesOfCompareRules) { expect_examples(compare_rules()); }
TEST(VisaCheck, ExamplesOfArithmeticRules) { expect_examples(arithmetic_rules()); }
TEST(VisaCheck, ExamplesOfBlockRules) { expect_examples(block_rules()); }
TEST(VisaCheck, ExamplesOfKernelRules) { expect_examples(kernel_rules()); }

bool is_reported(const Diagnostics& found, std::string_view rule) {
  return std::ranges::any_of(found, [&](const Diagnostic& d) { return d.rule == rule; });
}

// A rule that depends on the platform is broken only if the line fits none of the program's platforms.
TEST(VisaCheck, Platforms) {
  constexpr std::string_view kEight = "dpas.s8.s8.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)",
                             kSixteen = "dpas.s8.s8.8.1 (M1, 16) V32.0 V32.0 V32.0 V40(0,0)",
                             kHalves = "sample_3d.R (M1, 8) 0x0:uw S0 T6 V34.0 V38.0",
                             kRegister = "oword_ld (1) T6 0x0:ud V32.32";
  for (const std::string_view line : {kEight, kSixteen, kHalves, kRegister})
    EXPECT_TRUE(findings(line).empty()) << line;
  EXPECT_TRUE(findings(kEight, kXehp).empty());
  EXPECT_TRUE(is_reported(findings(kSixteen, kXehp | kDg2), "visa.dpas.lanes"));
  EXPECT_TRUE(findings(kSixteen, kPvc).empty());
  EXPECT_TRUE(findings("dpasw.s8.s8.8.8 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)").empty());
  EXPECT_TRUE(is_reported(findings("dpasw.s8.s8.8.8 (M1, 16) V32.0 V32.0 V32.0 V40(0,0)"), "visa.dpas.lanes"));
  EXPECT_TRUE(findings(kHalves, kIcllp).empty());
  EXPECT_TRUE(is_reported(findings(kRegister, kPvc), "visa.raw.registers"));
  EXPECT_TRUE(is_reported(findings(kEight, kBxt), "visa.platform.page"));
  EXPECT_EQ(register_width(static_cast<std::uint16_t>(kDg2 | kPvc)), 32U);
  EXPECT_EQ(register_width(static_cast<std::uint16_t>(kPvc)), 64U);
}

// Every pair of cache options for a load, a store and an atomic, beside the table of LSC_UNTYPED.
TEST(VisaCheck, Caches) {
  constexpr std::string_view kLoads = " df.df uc.uc st.uc uc.ca ca.uc ca.ca st.ca ri.ca ",
                             kStores = " df.df uc.uc st.uc uc.wb wt.uc wt.wb st.wb wb.wb ",
                             kAtomics = " df.df uc.uc uc.wb ";
  constexpr std::string_view kOptions[] = {"df", "uc", "ca", "wb", "wt", "st", "ri"};
  const auto accepts = [](const std::string& line) { return !is_reported(findings(line), "visa.lsc.caches"); };
  for (const std::string_view l1 : kOptions) {
    for (const std::string_view l3 : kOptions) {
      const std::string pair = std::string(l1) + "." + std::string(l3), listed = " " + pair + " ";
      EXPECT_EQ(accepts("lsc_load.ugm." + pair + " (M1, 8) V32:d32 flat[V35]:a64"), kLoads.contains(listed)) << pair;
      EXPECT_EQ(accepts("lsc_store.ugm." + pair + " (M1, 8) flat[V35]:a64 V32:d32"), kStores.contains(listed)) << pair;
      EXPECT_EQ(accepts("lsc_atomic_iinc.ugm." + pair + " (M1, 8) V32:d32 flat[V35]:a64 %null %null"),
                kAtomics.contains(listed))
          << pair;
    }
  }
  EXPECT_FALSE(accepts("lsc_load.ugm.uc (M1, 8) V32:d32 flat[V35]:a64"));
}

// Sources and destination of comparisons, beside the type maps of CMP.
TEST(VisaCheck, Comparisons) {
  struct Variable {
    std::string_view text, type;
  };
  constexpr Variable kVariables[] = {{"V32", "d"},  {"V34", "f"},  {"V35", "uq"},
                                     {"V36", "ub"}, {"V38", "hf"}, {"V42", "df"}};
  const auto is_float = [](std::string_view type) { return type.ends_with('f'); };
  for (const Variable& to : kVariables) {
    for (const Variable& a : kVariables) {
      for (const Variable& b : kVariables) {
        const bool has_double = a.type == "df" || b.type == "df";
        const bool fits = is_float(a.type) == is_float(b.type) && (!has_double || a.type == b.type);
        const bool result = !fits || (is_float(a.type) ? to.type == a.type || to.type == b.type : to.type != "df");
        const auto found = findings("cmp.lt (M1, 8) " + std::string(to.text) + "(0,0)<1> " + std::string(a.text) +
                                    "(0,0)<1;1,0> " + std::string(b.text) + "(0,0)<1;1,0>");
        EXPECT_EQ(is_reported(found, "visa.cmp.sources"), !fits) << to.type << a.type << b.type;
        EXPECT_EQ(is_reported(found, "visa.cmp.result"), !result) << to.type << a.type << b.type;
      }
    }
  }
}

// Errors that only a binary can have.
TEST(VisaCheck, RulesOfBinaries) {
  const auto broken = [](std::string_view line, Field field, std::int64_t value) {
    auto module = parse(std::string(kDeclarations) + std::string(line) + "\n", "test");
    Instruction& i = module->kernels[0].instructions[0];
    i.operands[static_cast<std::size_t>(find_position(forms()[i.form], field))] = Number{value};
    i.line = 0;
    const Diagnostics found = check(*module);
    return found.empty() ? Diagnostic{} : found.front();
  };
  const Diagnostic channels =
      broken("gather4_typed.R (M1, 8) T6 V40.0 %null.0 %null.0 %null.0 V34.0", Field::channels, 0);
  EXPECT_EQ(channels.rule, "visa.channels.some");
  EXPECT_TRUE(channels.message.starts_with("kernel k, instruction 0 (gather4_typed")) << channels.message;
  EXPECT_EQ(broken("svm_scatter.4.1 (M1, 8) V35.0 V32.0", Field::block_bytes, 3).rule, "visa.svm.block");
  EXPECT_EQ(broken("oword_ld (4) T6 0x0:ud V32.0", Field::owords, 6).rule, "visa.oword.size");
  EXPECT_EQ(broken("load_3d.R (M1, 8) 0x0:uw T6 V34.0 V40.0", Field::sampler_selector, 7 | 1 << 9).rule,
            "visa.sampler.flags");
  EXPECT_EQ(broken("rt_write_3d (M1, 8) T6 %null.0 V34.0 V34.32 V34.64 V34.96", Field::render_target, 1).rule,
            "visa.rt_write.mode");
  Module unplaced{.kernels = {{.name = "k", .labels = {{"nowhere", LabelKind::block}}}}};
  Instruction jump{.form = static_cast<std::uint16_t>(find_mnemonic("jmp") - forms().data())};
  jump.operands = {Execution{}, Predication{}, LabelReference{0}};
  unplaced.kernels[0].instructions.push_back(jump);
  ASSERT_EQ(check(unplaced).size(), 1U);
  EXPECT_EQ(check(unplaced)[0].rule, "visa.label.placed");
}

}  // namespace
}  // namespace eugene::visa
