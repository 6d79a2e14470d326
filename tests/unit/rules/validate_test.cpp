#include "rules/rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <variant>

#include "examples.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "isa/encoding/relayout.h"
#include "isa/limits.h"
#include "support/build.h"

namespace eugene::rules {
namespace {

using examples::Example;
using examples::ProgramExample;

std::vector<Example> all_examples() {
  std::vector<Example> result;
  for (const auto group :
       {examples::encoding_examples, examples::modifier_examples, examples::type_examples, examples::register_examples,
        examples::region_examples, examples::destination_examples, examples::align16_examples,
        examples::indirect_examples, examples::accumulator_examples, examples::arithmetic_examples,
        examples::interpolation_examples, examples::move_examples, examples::mixed_float_examples,
        examples::qword_examples, examples::math_examples, examples::three_source_examples, examples::send_examples,
        examples::message_examples, examples::flow_examples}) {
    const std::vector<Example> rows = group();
    result.insert(result.end(), rows.begin(), rows.end());
  }
  return result;
}

std::set<std::string> broken(const Diagnostics& diagnostics) {
  std::set<std::string> rules;
  for (const Diagnostic& diagnostic : diagnostics) rules.insert(diagnostic.rule);
  return rules;
}

// Rules of some phases need certain surroundings.
Surroundings surroundings_of(std::string_view rule, const Machine& machine) {
  return {.preemptible = rule.starts_with("preemption."), .machine = &machine};
}

std::set<std::string> broken(const Gen& gen, const Instruction& instruction, const Surroundings& surroundings = {}) {
  Diagnostics diagnostics;
  validate(gen, instruction, diagnostics, surroundings);
  return broken(diagnostics);
}

std::set<std::string> broken(const Gen& gen, const std::vector<Instruction>& instructions,
                             const Surroundings& surroundings = {}) {
  Diagnostics diagnostics;
  validate(test::program(instructions, gen), diagnostics, surroundings);
  return broken(diagnostics);
}

const Rule* find(const std::vector<Rule>& all, std::string_view id) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Rule& rule) { return rule.id == id; });
  return found == all.end() ? nullptr : &*found;
}

using Names = std::set<std::string>;

// Whether the examples are code of `gen`. Gen12 has Gen9's rules, but not its Align16 and its types of 64 bits.
bool has_examples(const Gen& gen) { return gen.has_64bit_types || gen.has_message_registers(); }

// Calls `check(machine, example)` for every machine on which the example holds.
template <class Row, class Check>
void for_each_example(const std::vector<Row>& rows, Check check) {
  const std::vector<Rule> rules = all();
  for (const Row& row : rows) {
    const Rule* rule = find(rules, row.rule);
    ASSERT_NE(rule, nullptr) << row.rule;
    for (const Machine& machine : kMachines) {
      if (!has_examples(*machine.gen)) continue;
      if (rule->holds(machine) && (!row.only || *row.only == machine.gen->id)) check(machine, row);
    }
  }
}

TEST(Validate, GoodExamplesKeepEveryRule) {
  const auto check = [](const Machine& machine, const auto& example) {
    EXPECT_EQ(broken(*machine.gen, example.good, surroundings_of(example.rule, machine)), Names{})
        << machine.name << " good example of " << example.rule;
  };
  for_each_example(all_examples(), check);
  for_each_example(examples::program_examples(), check);
}

TEST(Validate, BadExamplesBreakExactlyTheirRule) {
  const auto check = [](const Machine& machine, const auto& example) {
    EXPECT_EQ(broken(*machine.gen, example.bad, surroundings_of(example.rule, machine)),
              Names{std::string{example.rule}})
        << machine.name;
  };
  for_each_example(all_examples(), check);
  for_each_example(examples::program_examples(), check);
}

TEST(Validate, RulesOfSomeMachinesDoNotHoldOnTheOthers) {
  const std::vector<Rule> rules = all();
  unsigned limited = 0;
  for (const Example& example : all_examples()) {
    const Rule* rule = find(rules, example.rule);
    ASSERT_NE(rule, nullptr) << example.rule;
    for (const Machine& machine : kMachines) {
      if (!rule->holds(*machine.gen) || contains(rule->machines, machine) || !has_examples(*machine.gen)) continue;
      ++limited;
      EXPECT_FALSE(
          broken(*machine.gen, example.bad, surroundings_of(example.rule, machine)).contains(std::string{example.rule}))
          << machine.name << ": " << example.rule;
    }
  }
  EXPECT_GT(limited, 0U);
}

TEST(Validate, WithoutAMachineTheFirstOfTheGenerationIsMeant) {
  using namespace examples;
  const Instruction widened = op(Opcode::mov, 4, r(10).df(), {r(11).region(4, 4, 1)});
  EXPECT_EQ(broken(kGen9, widened), Names{"qword.stride"});
  EXPECT_EQ(broken(kGen9, widened, {.machine = find_machine("bxt")}), Names{"qword.stride"});
  EXPECT_EQ(broken(kGen9, widened, {.machine = find_machine("glk")}), Names{"qword.stride"});
  EXPECT_EQ(broken(kGen9, widened, {.machine = find_machine("skl")}), Names{});
  EXPECT_EQ(broken(kGen9, widened, {.machine = find_machine("kbl")}), Names{});
  EXPECT_EQ(broken(kGen9, widened, {.machine = find_machine("snb")}), Names{"qword.stride"}) << "of another generation";
}

TEST(Validate, SaysOnWhichMachinesARuleHolds) {
  using namespace examples;
  Diagnostics diagnostics;
  validate(kGen9, op(Opcode::mov, 4, r(10).df(), {r(11).region(4, 4, 1)}), diagnostics);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_TRUE(diagnostics[0].message.ends_with("; a rule of bxt, glk only")) << diagnostics[0].message;
  diagnostics.clear();
  validate(kGen9, op(Opcode::add, 4, r(10).f(), {r(11), r(12).region(8, 8, 1)}), diagnostics);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].message, "src1: the width of a region must not exceed the execution size");
}

// Whether the rule is checked on instructions. Other rules are checked only by the codec.
bool is_checked(const Rule& rule) {
  return rule.check != nullptr || rule.check_program != nullptr || rule.limit.known();
}

TEST(Validate, EveryRuleHasAnExampleInEveryGenerationThatCitesIt) {
  std::set<std::pair<std::string, GenId>> covered;
  const auto cover = [&](const Machine& machine, const auto& example) {
    covered.emplace(example.rule, machine.gen->id);
  };
  for_each_example(all_examples(), cover);
  for_each_example(examples::program_examples(), cover);
  for (const Rule& rule : all()) {
    if (!is_checked(rule)) continue;  // see CodecBreaksTheRulesThatHaveNoCheck
    for (const Gen* gen : {&kGen6, &kGen9}) {
      if (rule.holds(*gen)) {
        EXPECT_TRUE(covered.contains({std::string{rule.id}, gen->id}))
            << rule.id << " has no example for " << gen->name;
      }
    }
  }
}

// Errors of the decoder or the encoder of `gen` for bits or for an instruction.
struct Refused {
  const Gen* gen;
  std::variant<EncodedInstruction, Instruction> what;
};

Instruction split_send(void (*change)(Instruction&)) {
  Instruction i{.opcode = Opcode::sends, .exec_size = 8};
  i.src[0].file = RegFile::grf;
  change(i);
  return i;
}

Instruction align1_mad(void (*change)(Instruction&)) {
  Instruction i{.opcode = Opcode::mad, .exec_size = 8};
  i.dst = {.file = RegFile::grf, .type = Type::d, .region = {0, 1, 1}};
  for (Operand& source : i.src) source = {.file = RegFile::grf, .type = Type::d, .region = {8, 8, 1}};
  change(i);
  return i;
}

std::vector<Refused> refused_by_codec() {
  constexpr EncodedInstruction kMovToR5{.low = 0x20A003BD'00600001, .high = 0x008D0040};  // Gen6, from r2
  EncodedInstruction beyond_r127 = kMovToR5;
  beyond_r127.high |= 0x1000;
  Instruction with_uip{.opcode = Opcode::if_, .exec_size = 8};
  with_uip.src[0].file = RegFile::imm;
  with_uip.src[1].nr = 1;
  return {
      {&kGen6, EncodedInstruction{.low = 0x7E | std::uint64_t{7} << 21}},  // execution size
      {&kGen9, EncodedInstruction{.low = 0x7B}},                           // opcode
      {&kGen6, beyond_r127},
      {&kGen9, EncodedInstruction{.low = 0x32200000'00000030, .high = 0x1220}},  // wait n1.0
      {&kGen6, Instruction{.opcode = Opcode::mov, .exec_size = 8, .cond_mod = static_cast<CondMod>(7)}},
      {&kGen9, Instruction{.opcode = Opcode::mov, .exec_size = 8, .kept = {.reserved = {.low = 0x80}}}},
      {&kGen9, with_uip},
      {&kGen9, split_send([](Instruction& i) { i.dst = {.file = RegFile::grf, .subnr = 4}; })},
      {&kGen9, split_send([](Instruction& i) { i.dst.file = RegFile::mrf; })},
      {&kGen9, split_send([](Instruction& i) { i.send.extended_descriptor = 1U << 10; })},
      {&kGen12, align1_mad([](Instruction& i) { i.src[0].region = {2, 2, 1}; })},
      {&kGen12, align1_mad([](Instruction& i) { i.src[1] = {.file = RegFile::imm, .type = Type::d}; })},
      {&kGen12, align1_mad([](Instruction& i) { i.src[2] = {.file = RegFile::imm, .type = Type::d, .imm = 0x12345}; })},
      {&kGen9, split_send([](Instruction& i) {
         i.send.extended_descriptor_in_a0 = true;
         i.send.extended_a0_subnr = 1;
       })},
  };
}

std::string rule_broken_by(const Refused& refused) {
  if (const EncodedInstruction* word = std::get_if<EncodedInstruction>(&refused.what)) {
    const auto decoded = decode(*refused.gen, *word);
    return decoded ? std::string() : decoded.error().rule;
  }
  const auto encoded = encode_word(*refused.gen, std::get<Instruction>(refused.what));
  return encoded ? std::string() : encoded.error().rule;
}

TEST(Validate, CodecBreaksTheRulesThatHaveNoCheck) {
  using namespace examples;
  Names found;
  for (const Refused& refused : refused_by_codec()) found.insert(rule_broken_by(refused));
  Instruction mad = op16(Opcode::mad, 8, r(10), {r(11), r(12), r(13)});
  mad.compacted = true;
  const auto bytes = encode_program(test::program({mad}, kGen6));
  ASSERT_FALSE(bytes);
  found.insert(bytes.error().rule);
  const std::vector<Rule> rules = all();
  for (const std::string& id : found) EXPECT_NE(find(rules, id), nullptr) << id;
  for (const Rule& rule : rules) {
    if (!is_checked(rule)) {
      EXPECT_TRUE(found.contains(std::string{rule.id})) << rule.id;
    }
  }
}

TEST(Validate, ListsEveryLimitOfTheEncoding) {
  const std::vector<Rule> rules = all();
  for (const Limit& limit : kLimits) {
    const Rule* rule = find(rules, limit.id);
    ASSERT_NE(rule, nullptr) << limit.id;
    EXPECT_EQ(rule->phase, Phase::encoding) << limit.id;
    EXPECT_EQ(rule->text, limit.text) << limit.id;
  }
}

// Expects that a word that breaks a limit decodes to an instruction that breaks the limit too and has the same word.
void expect_words(const Gen& gen, const Limit& limit, const EncodedInstruction& word) {
  const auto decoded = decode(gen, word);
  ASSERT_TRUE(decoded) << limit.id << " in " << gen.name;
  EXPECT_NE(limit.broken_by(gen, *decoded), kFine) << limit.id;
  EXPECT_EQ(encode_word(gen, *decoded), word) << limit.id;
}

// The encoder refuses instructions that break the condition of a limit, and names the same limit as the rules do. Only
// where the limit's row says that some words break it may there be a word, which must then break it.
TEST(Validate, EncoderRefusesWhatBreaksTheConditionOfALimit) {
  std::set<std::string_view> met_in_words;
  std::set<std::string_view> met;
  for_each_example(all_examples(), [&](const Machine& machine, const Example& example) {
    const Gen& gen = *machine.gen;
    const auto* row = std::ranges::find(kLimits, example.rule, &Limit::id);
    if (row == kLimits.end() || !row->condition.known()) return;
    met.insert(example.rule);
    EXPECT_EQ(row->broken_by(gen, example.good), kFine) << example.rule;
    EXPECT_NE(row->broken_by(gen, example.bad), kFine) << example.rule;
    const auto encoded = encode_word(gen, example.bad);
    if (encoded && row->has_words) {
      met_in_words.insert(example.rule);
      return expect_words(gen, *row, *encoded);
    }
    ASSERT_FALSE(encoded) << example.rule << " in " << gen.name;
    EXPECT_EQ(encoded.error().rule, example.rule);
  });
  for (const Limit& limit : kLimits) {
    const bool needs_example = std::ranges::any_of(
        kGens, [&](const Gen* gen) { return has_examples(*gen) && limit.condition.known() && limit.holds(*gen); });
    EXPECT_TRUE(!needs_example || met.contains(limit.id)) << limit.id << " has no example";
  }
  for (const Limit& limit : kLimits) EXPECT_EQ(met_in_words.contains(limit.id), limit.has_words) << limit.id;
}

TEST(Validate, ThreeSourcesLeaveNoRoomForAnIndirectDestination) {
  using namespace examples;
  const Instruction mad = op16(Opcode::mad, 8, indirect(), {r(11), r(12), r(13)});
  const auto encoded = encode_word(kGen9, mad);
  ASSERT_FALSE(encoded);
  EXPECT_EQ(encoded.error().rule, "three_source.indirect");
}

TEST(Validate, EveryRuleIsComplete) {
  Names ids;
  for (const Rule& rule : all()) {
    EXPECT_TRUE(ids.insert(std::string{rule.id}).second) << rule.id << " is defined twice";
    EXPECT_FALSE(rule.check != nullptr && rule.check_program != nullptr) << rule.id;
    EXPECT_FALSE(rule.text.empty()) << rule.id;
    EXPECT_FALSE(rule.hint.empty()) << rule.id;
    EXPECT_TRUE(std::ranges::any_of(kMachines, [&](const Machine& machine) { return rule.holds(machine); }))
        << rule.id << " is cited nowhere";
    for (const Citation& citation : rule.citation) EXPECT_EQ(citation.present(), !citation.section.empty()) << rule.id;
  }
}

TEST(Validate, SaysWhatWhichOperandWhereAndWhatInstead) {
  using namespace examples;
  Diagnostics diagnostics;
  validate(kGen6, op(Opcode::add, 4, r(10).f(), {r(11), r(12).region(8, 8, 1)}), diagnostics);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].message, "src1: the width of a region must not exceed the execution size");
  EXPECT_EQ(diagnostics[0].rule, "region.width");
  EXPECT_EQ(diagnostics[0].reference, "SNB PRM vol4 part2 5.3.10 rule 3");
  EXPECT_EQ(diagnostics[0].severity, Severity::error);
  EXPECT_FALSE(diagnostics[0].hint.empty());
}

TEST(Validate, ReportsWhatPreemptionForbidsWhenAsked) {
  using namespace examples;
  const Instruction load = send_op(r(10), r(12), {.function = Sfid::sampler, .length = 1, .response = 4});
  Diagnostics diagnostics;
  validate(kGen9, load, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  validate(kGen9, load, diagnostics, {.preemptible = true});
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].rule, "preemption.sampler_header");
}

TEST(Validate, NamesTheInstructionInTextAndSection) {
  using namespace examples;
  Diagnostics diagnostics;
  validate(kGen6, op(Opcode::xor_, 8, r(10).d(), {r(11).d(), r(12).d()}).saturate(), diagnostics);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].message, "xor cannot saturate");
  EXPECT_EQ(diagnostics[0].reference, "SNB PRM vol4 part2 8.3 xor, Sat");
}

TEST(Validate, PlacesDiagnosticsOfAProgramByByteOffset) {
  using namespace examples;
  Instruction compacted = op(Opcode::mov, 8, r(1), {r(2)});
  compacted.compacted = true;
  Diagnostics diagnostics;
  validate(
      test::program({compacted, op(Opcode::mov, 8, r(1), {null().f()}),
                     send_op(null(), r(120), {.function = Sfid::spawner, .length = 1, .control = 0, .eot = true})}),
      diagnostics);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].rule, "register.null_source");
  EXPECT_EQ(diagnostics[0].where.offset, 8);
}

}  // namespace
}  // namespace eugene::rules
