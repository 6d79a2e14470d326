// The fidelity class of all that programs execute: each comes from a row of the tables, and each row cites a source.
#include "isa/fidelity.h"

#include <gtest/gtest.h>

#include "isa/instruction_fidelity.h"
#include "isa/message/fidelity.h"
#include "isa/message/row_body.h"
#include "isa/message/rows.h"
#include "isa/message/text.h"

namespace eugene::isa::fidelity_test {
namespace {

Instruction of(Opcode opcode, Type type) {
  Instruction i;
  i.opcode = opcode;
  for (Operand& source : i.src) {
    source.file = RegFile::grf;
    source.type = type;
  }
  i.dst = i.src[0];
  return i;
}

Instruction math(MathFunction function, Type type) {
  Instruction i = of(Opcode::math, type);
  i.math = function;
  return i;
}

TEST(Fidelity, OpcodesOfIntegersAreExact) {
  for (const Gen* gen : {&kGen6, &kGen9}) {
    for (const OpcodeInfo& row : kOpcodes) {
      if (row.opcode == Opcode::dpasw || row.opcode == Opcode::pln) continue;
      const FidelityRow fidelity = find_fidelity(*gen, of(row.opcode, Type::d));
      EXPECT_EQ(fidelity.fidelity, Fidelity::exact) << row.mnemonic;
      EXPECT_TRUE(fidelity.citation.present() && !fidelity.citation.section.empty()) << row.mnemonic;
    }
  }
}

TEST(Fidelity, SumsOfProductsAreChosenWhereNoToolAgrees) {
  EXPECT_EQ(find_fidelity(kGen9, of(Opcode::mad, Type::f)).fidelity, Fidelity::exact);
  EXPECT_EQ(find_fidelity(kGen6, of(Opcode::mad, Type::f)).fidelity, Fidelity::chosen);
  for (const Opcode opcode : {Opcode::mac, Opcode::line, Opcode::pln, Opcode::lrp, Opcode::dp4, Opcode::madm}) {
    const FidelityRow row = find_fidelity(kGen9, of(opcode, Type::f));
    EXPECT_EQ(row.fidelity, Fidelity::chosen) << info(opcode).mnemonic;
    EXPECT_EQ(row.citation.document, kUndefinedPage);
  }
  for (const Opcode opcode : {Opcode::mov, Opcode::add, Opcode::mul, Opcode::cmp, Opcode::rnde})
    EXPECT_EQ(find_fidelity(kGen9, of(opcode, Type::f)).fidelity, Fidelity::exact) << info(opcode).mnemonic;
}

TEST(Fidelity, MathFunctionsAreBoundedAndMacrosSubstitutes) {
  for (const MathFunction function : {MathFunction::inv, MathFunction::sin, MathFunction::pow, MathFunction::fdiv}) {
    const FidelityRow row = find_fidelity(kGen9, math(function, Type::f));
    EXPECT_EQ(row.fidelity, Fidelity::bounded);
    EXPECT_EQ(row.citation.section, "8.3.28");
  }
  EXPECT_EQ(fidelity_name(kGen9, math(MathFunction::sin, Type::f)), "math.sin");
  EXPECT_EQ(find_fidelity(kGen9, math(MathFunction::iqot, Type::d)).fidelity, Fidelity::exact);
  EXPECT_EQ(find_fidelity(kGen9, math(MathFunction::invm, Type::f)).fidelity, Fidelity::substitute);
}

TEST(Fidelity, RegistersWithAnyContentsAreChosen) {
  Instruction clock = of(Opcode::mov, Type::ud);
  clock.src[0].file = RegFile::arf;
  clock.src[0].nr = static_cast<std::uint16_t>(Arf::tm) << 4;
  EXPECT_EQ(find_fidelity(kGen9, clock).fidelity, Fidelity::chosen);
  EXPECT_EQ(fidelity_name(kGen9, clock), "mov of tm0");
}

FidelityRow of_message(Sfid sfid, std::string_view name, std::vector<WrittenField> fields) {
  const auto message = read_message(kGen9, sfid, name, fields);
  EXPECT_TRUE(message) << name << (message ? "" : message.error().message);
  return message ? find_fidelity(kGen9, *message) : FidelityRow();
}

TEST(Fidelity, Messages) {
  EXPECT_EQ(
      of_message(Sfid::sampler, "ld", {{"bti", "1"}, {"sampler", "0"}, {"simd", "8"}, {"mlen", "3"}, {"rlen", "4"}})
          .fidelity,
      Fidelity::exact);
  EXPECT_EQ(of_message(Sfid::sampler, "sample_lz",
                       {{"bti", "1"}, {"sampler", "0"}, {"simd", "8"}, {"mlen", "3"}, {"rlen", "4"}})
                .fidelity,
            Fidelity::chosen);
  EXPECT_EQ(of_message(Sfid::gateway, "barrier", {}).fidelity, Fidelity::exact);
  EXPECT_EQ(of_message(Sfid::gateway, "get_timestamp", {}).fidelity, Fidelity::chosen);
  EXPECT_EQ(of_message(Sfid::dp_data0, "memory_fence", {{"bti", "0"}}).fidelity, Fidelity::substitute);
}

// Each row's message has a class and a citation.
TEST(Fidelity, EveryMessageCitesSomething) {
  for (const Gen* gen : kGens) {
    for (const MessageRow& row : kMessageRows) {
      if (!row.in(*gen)) continue;
      const Message message{.sfid = row.sfid, .body = make_body(row)};
      const FidelityRow fidelity = find_fidelity(*gen, message);
      EXPECT_FALSE(fidelity.citation.document.empty()) << row.name;
      EXPECT_FALSE(fidelity.citation.section.empty()) << row.name;
    }
  }
}

}  // namespace
}  // namespace eugene::isa::fidelity_test
