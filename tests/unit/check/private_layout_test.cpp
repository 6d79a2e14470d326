// Where the code of a build without optimisation places the variables of its work-items, and what leaves them.
#include "check/memory/private_layout.h"

#include <gtest/gtest.h>

#include "check/memory/private_rules.h"
#include "support/build.h"

namespace eugene::check {
namespace {

using test::dst;
using test::imm;
using test::no_mask;
using test::op;
using test::scalar;
using test::src;

constexpr unsigned kPointer = 5;  // the register whose first dword is the pointer to private memory

// r2 to r4: the numbers of channels, and the thread's part of private memory.
std::vector<isa::Instruction> prologue() {
  using isa::Type;
  return {no_mask(op(isa::Opcode::and_, 1, dst(4, Type::ud), scalar(0, Type::ud, 5), imm(Type::ud, 0x1FF))),
          no_mask(op(isa::Opcode::mul, 1, dst(4, Type::d), scalar(4, Type::d), imm(Type::w, 192))),
          no_mask(op(isa::Opcode::mov, 8, dst(2, Type::w), imm(Type::v, 0x7654'3210))),
          op(isa::Opcode::mov, 8, dst(3, Type::d), src(2, Type::uw))};
}

// r`to`: the addresses of a variable of `bytes` bytes at `begin`.
void add_variable(std::vector<isa::Instruction>& code, unsigned to, std::uint64_t begin, std::uint64_t bytes) {
  using isa::Type;
  code.push_back(no_mask(op(isa::Opcode::add, 1, dst(6, Type::d), scalar(4, Type::d), imm(Type::w, begin))));
  code.push_back(op(isa::Opcode::mul, 8, dst(to, Type::d), src(3, Type::d), imm(Type::w, bytes)));
  code.push_back(op(isa::Opcode::add, 8, dst(to, Type::d), scalar(6, Type::d), src(to, Type::d)));
  code.push_back(op(isa::Opcode::add, 8, dst(to, Type::d), scalar(kPointer, Type::d), src(to, Type::d)));
}

std::optional<PrivateLayout> layout_of(std::vector<isa::Instruction> code) {
  code.push_back(test::end_of_thread());
  const auto kernel = eu::prepare(test::program(std::move(code)));
  return private_layout(*kernel, {.place = kPointer * 32, .bytes = 4});
}

// A dword of each channel, at the address in `address`.
isa::Instruction access(unsigned address) {
  return test::message(
      8, dst(40, isa::Type::ud), src(address, isa::Type::ud),
      {.sfid = isa::Sfid::dp_data1,
       .length = 1,
       .response_length = 1,
       .body = isa::UntypedSurface{.access = isa::Access::read, .bti = isa::kBtiStateless, .simd = 8, .channels = 1}});
}

TEST(PrivateLayout, IsWhatTheCodeComputes) {
  using isa::Type;
  auto code = prologue();
  add_variable(code, 10, 64, 12);
  add_variable(code, 12, 0, 8);
  add_variable(code, 14, 64, 12);                                                                 // again
  code.push_back(op(isa::Opcode::add, 8, dst(16, Type::d), src(10, Type::d), imm(Type::w, 4)));   // its second element
  code.push_back(op(isa::Opcode::add, 8, dst(18, Type::d), src(10, Type::d), src(20, Type::d)));  // one by an index
  const auto layout = layout_of(code);
  ASSERT_TRUE(layout);
  ASSERT_EQ(layout->frames.size(), 1U);
  const auto& variables = layout->frames[0].variables;
  ASSERT_EQ(variables.size(), 2U);
  EXPECT_EQ(variables[0].begin, 0U);
  EXPECT_EQ(variables[0].bytes, 8U);
  EXPECT_EQ(variables[0].channels, 8U);
  EXPECT_EQ(variables[1].begin, 64U);
  EXPECT_EQ(variables[1].bytes, 12U);
  EXPECT_EQ(variables[1].place, 320U);
}

// r125 has the frame pointer in its fifth dword, and the stack pointer in its seventh.
std::vector<isa::Instruction> function(unsigned bytes) {
  using isa::Type;
  return {no_mask(op(isa::Opcode::mov, 1, dst(125, Type::ud, 1, 4), scalar(125, Type::ud, 6))),
          no_mask(op(isa::Opcode::add, 1, dst(125, Type::ud, 1, 6), scalar(125, Type::ud, 6), imm(Type::uw, bytes))),
          no_mask(op(isa::Opcode::mov, 8, dst(2, Type::w), imm(Type::v, 0x7654'3210))),
          op(isa::Opcode::mov, 8, dst(3, Type::d), src(2, Type::uw)),
          op(isa::Opcode::mul, 8, dst(10, Type::d), src(3, Type::d), imm(Type::w, 4)),
          no_mask(op(isa::Opcode::add, 1, dst(6, Type::ud), scalar(125, Type::ud, 4), imm(Type::uw, 16))),
          op(isa::Opcode::add, 8, dst(10, Type::ud), scalar(6, Type::ud), src(10, Type::d))};
}

TEST(PrivateLayout, KnowsWhichVariableAnIndexIsOf) {
  using isa::Type;
  auto code = prologue();
  add_variable(code, 12, 0, 8);
  add_variable(code, 10, 64, 12);
  code.push_back(op(isa::Opcode::add, 8, dst(16, Type::d), src(10, Type::d), imm(Type::w, 4)));
  code.push_back(op(isa::Opcode::add, 8, dst(18, Type::d), src(20, Type::d), src(16, Type::d)));
  code.push_back(op(isa::Opcode::add, 8, dst(22, Type::d), src(18, Type::d), src(12, Type::d)));  // no address
  code.push_back(op(isa::Opcode::add, 8, dst(24, Type::d), scalar(4, Type::d), src(20, Type::d)));
  const std::size_t first = code.size();
  for (const unsigned address : {10U, 16U, 18U, 22U, 24U}) code.push_back(access(address));
  const auto layout = layout_of(code);
  ASSERT_TRUE(layout);
  const auto begin_at = [&](std::size_t index) {
    const PrivateVariable* const variable = layout->variable_at(first + index);
    return variable == nullptr ? std::optional<std::uint64_t>() : variable->begin;
  };
  EXPECT_EQ(begin_at(0), std::nullopt);  // its own address
  EXPECT_EQ(begin_at(1), 64U);
  EXPECT_EQ(begin_at(2), 64U);
  EXPECT_EQ(begin_at(3), std::nullopt);
  EXPECT_EQ(begin_at(4), std::nullopt);
  EXPECT_TRUE(layout->accesses[first + 1]);
  EXPECT_FALSE(layout->accesses[first + 2]);
}

TEST(PrivateLayout, HasAFrameForEachFunction) {
  using isa::Type;
  std::vector<isa::Instruction> code{
      no_mask(op(isa::Opcode::and_, 1, dst(4, Type::ud), scalar(0, Type::ud, 5), imm(Type::ud, 0x1FF))),
      no_mask(op(isa::Opcode::mul, 1, dst(4, Type::ud), scalar(4, Type::ud), imm(Type::uw, 0x540))),
      no_mask(op(isa::Opcode::add, 1, dst(125, Type::ud, 1, 6), scalar(kPointer, Type::ud), scalar(4, Type::ud)))};
  for (const auto& each : function(0x100)) code.push_back(each);
  code.push_back(access(10));
  isa::Instruction call = test::branch(isa::Opcode::call, 8, 2);  // behind the end of the kernel
  call.dst = dst(120, Type::ud);
  code.push_back(call);
  code.push_back(test::end_of_thread());
  const auto entry = code.size();
  for (const auto& each : function(0x80)) code.push_back(each);
  code.push_back(access(10));
  isa::Instruction ret = test::branch(isa::Opcode::ret, 8, 0);
  ret.src[0] = src(120, Type::ud, {2, 2, 1});
  code.push_back(ret);
  const auto kernel = eu::prepare(test::program(std::move(code)));
  const auto layout = private_layout(*kernel, {.place = kPointer * 32, .bytes = 4});
  ASSERT_TRUE(layout);
  ASSERT_EQ(layout->frames.size(), 2U);
  EXPECT_EQ(layout->frames[0].bytes, 0x100U);
  EXPECT_EQ(layout->frames[1].bytes, 0x80U);
  EXPECT_EQ(layout->frames[1].first, entry);
  for (const PrivateFrame& each : layout->frames) {
    ASSERT_EQ(each.variables.size(), 1U);
    EXPECT_EQ(each.variables[0].begin, 16U);
    EXPECT_EQ(each.variables[0].bytes, 4U);
  }
  ASSERT_TRUE(layout->accesses[10]);
  EXPECT_EQ(layout->accesses[10]->begin, 16U);
  EXPECT_EQ(layout->accesses[10]->stride, 4U);
  EXPECT_TRUE(layout->accesses[entry + 7]);
}

TEST(PrivateLayout, ForgetsWhatOneOfTwoPathsOverwrites) {
  using isa::Type;
  auto code = prologue();
  code.push_back(test::predicated(test::branch(isa::Opcode::if_, 8, 2, 2)));
  code.push_back(op(isa::Opcode::mov, 8, dst(3, Type::d), src(30, Type::d)));
  code.push_back(test::branch(isa::Opcode::endif, 8, 1));
  add_variable(code, 10, 64, 12);
  EXPECT_FALSE(layout_of(code));
}

// Two variables of 12 and 8 bytes in a SIMD8 thread, without names.
PrivateRules rules(PrivateFacts facts = {}) {
  facts.layout.frames = {{.first = 0,
                          .end = 10,
                          .variables = {{.begin = 0, .bytes = 12, .channels = 8},
                                        {.begin = 96, .bytes = 8, .channels = 8},
                                        {.begin = 256, .bytes = 4, .channels = 8}}}};
  facts.layout.accesses.resize(10);
  facts.layout.accesses[3] = PrivateAccess{.begin = 400, .stride = 4};
  return PrivateRules(std::move(facts));
}

std::string wrong(const PrivateRules& rules, std::uint64_t offset, std::uint32_t bytes, unsigned channel,
                  std::size_t instruction = 0) {
  return rules.judge(rules.layout().frames[0], 300, offset, bytes, channel, instruction).value_or("");
}

TEST(PrivateRules, KeepChannelsApart) {
  const PrivateRules all = rules();
  EXPECT_EQ(wrong(all, 32, 4, 2), "");
  EXPECT_EQ(wrong(all, 36, 4, 2), "in a private variable of 12 bytes of another work-item");
  EXPECT_EQ(wrong(all, 20, 4, 2), "in a private variable of 12 bytes of another work-item");
  EXPECT_EQ(wrong(all, 34, 4, 2), "that begins in a private variable of 12 bytes and ends beyond it");
  EXPECT_EQ(wrong(all, 96, 4, 7), "in a private variable of 8 bytes of another work-item");
}

// An index that is far out of range reaches another variable of the same work-item.
TEST(PrivateRules, KeepAnIndexInItsVariable) {
  const PrivateRules all = rules();
  const PrivateFrame& frame = all.layout().frames[0];
  const auto wrong_index = [&](std::uint64_t offset, std::uint32_t bytes) {
    return all.judge_index(frame, frame.variables[0], offset, bytes, 2).value_or("");
  };
  const std::string outside = "outside of a private variable of 12 bytes";
  EXPECT_EQ(wrong_index(24, 4), "");
  EXPECT_EQ(wrong_index(32, 4), "");
  EXPECT_EQ(wrong_index(34, 4), outside);
  EXPECT_EQ(wrong_index(20, 4), outside);
  EXPECT_EQ(wrong_index(112, 4), outside);  // its own variable of 8 bytes
  EXPECT_EQ(wrong_index(0 - std::uint64_t{8}, 4), outside);
}

// A larger gap may have a variable that the analysis has not found.
TEST(PrivateRules, KnowGapsThatAlignmentLeaves) {
  const PrivateRules all = rules();
  EXPECT_EQ(wrong(all, 200, 4, 0), "");
  EXPECT_EQ(wrong(all, 290, 4, 0), "outside of the private variables of its work-item");
  EXPECT_EQ(wrong(all, 300, 4, 0), "outside of the private variables of its work-item");
  EXPECT_EQ(wrong(all, 300, 4, 0, 3), "");  // the compiler's own
}

// struct { int a; char b[2]; }: a statement that names b writes a, or what is behind b.
TEST(PrivateRules, KnowArraysInStructuresByTheStatement) {
  using Kind = SourceType::Kind;
  PrivateFacts facts;
  facts.source.types = {{.kind = Kind::number, .name = "int", .bytes = 4},
                        {.kind = Kind::number, .name = "char", .bytes = 1},
                        {.kind = Kind::array, .name = "", .bytes = 2, .element = 1, .count = 2},
                        {.kind = Kind::structure,
                         .name = "S",
                         .bytes = 8,
                         .members = {{.name = "a", .type = 0, .offset = 0}, {.name = "b", .type = 2, .offset = 4}}}};
  facts.source.variables = {{.name = "s", .type = 3}};
  facts.named = {{PrivateFacts::kNone, 0, PrivateFacts::kNone}};
  facts.members.resize(10);
  facts.members[1] = {.names = {"b"}, .has_whole = false};
  facts.members[2] = {.names = {"a", "b"}, .has_whole = false};
  const PrivateRules all = rules(std::move(facts));
  const std::string beyond = "outside of array `b` (2 bytes) of private variable `s`";
  EXPECT_EQ(wrong(all, 96 + 5, 1, 0, 1), "");
  EXPECT_EQ(wrong(all, 96 + 6, 1, 0, 1), beyond);
  EXPECT_EQ(wrong(all, 96 + 3, 1, 0, 1), beyond);
  EXPECT_EQ(wrong(all, 96 + 3, 1, 0, 2), "");
  EXPECT_EQ(wrong(all, 96 + 6, 1, 0, 2), beyond);
  EXPECT_EQ(wrong(all, 96 + 6, 1, 0, 0), "");  // it is not known what the statement means
  EXPECT_EQ(wrong(all, 96, 1, 1, 1), "in private variable `s` (8 bytes) of another work-item");
}

}  // namespace
}  // namespace eugene::check
