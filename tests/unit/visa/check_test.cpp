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
    ".decl V40 v_type=G type=ud num_elts=512 align=GRF\n"
    ".decl A0 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=16\n.decl P2 v_type=P num_elts=32\n"
    ".decl S0 v_type=S num_elts=1\n.decl T6 v_type=T num_elts=1\n";

Diagnostics findings(std::string_view line) {
  const bool is_declaration = line.starts_with(".");
  const std::string text = std::string(kDeclarations) + (is_declaration ? std::string(line) + "\n" : "") + "here:\n" +
                           (is_declaration ? "" : std::string(line)) + "\nret (M1, 1)\n";
  const auto module = parse(text, "test");
  EXPECT_TRUE(module) << line << "\n" << (module ? "" : format(module.error().front(), text));
  return module ? check(*module) : Diagnostics{};
}

template <class Rules>
void expect_examples(const Rules& rules) {
  for (const auto& rule : rules) {
    for (const Diagnostic& d : findings(rule.good))
      ADD_FAILURE() << rule.id << ": " << rule.good << " breaks " << d.rule;
    if (rule.bad.empty()) continue;  // what text cannot say
    const Diagnostics found = findings(rule.bad);
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
TEST(VisaCheck, ExamplesOfKernelRules) { expect_examples(kernel_rules()); }

// What text cannot say, a binary can.
TEST(VisaCheck, RulesOfBinaries) {
  const auto broken = [](std::string_view line, Field field, std::int64_t value) {
    auto module = parse(std::string(kDeclarations) + std::string(line) + "\n", "test");
    Instruction& i = module->kernels[0].instructions[0];
    i.operands[static_cast<std::size_t>(position_of(forms()[i.form], field))] = Number{value};
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
  Module unplaced{.kernels = {{.name = "k", .labels = {{"nowhere", LabelKind::block}}}}};
  Instruction jump{.form = static_cast<std::uint16_t>(find_mnemonic("jmp") - forms().data())};
  jump.operands = {Execution{}, Predication{}, LabelReference{0}};
  unplaced.kernels[0].instructions.push_back(jump);
  ASSERT_EQ(check(unplaced).size(), 1U);
  EXPECT_EQ(check(unplaced)[0].rule, "visa.label.placed");
}

}  // namespace
}  // namespace eugene::visa
