// The order of a message's cases (jit/pass/likely_cases.h): the factor of the IDs in the offsets selects which case is
// tested first, and the results do not change.
#include "jit/pass/likely_cases.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/SourceMgr.h>

#include <array>
#include <ranges>
#include <string>
#include <vector>

#include "jit/host_compiler.h"

namespace eugene::jit {
namespace {

using Ids = std::array<std::uint16_t, 4>;

// A function that returns which case holds for offsets, as the recorder orders the cases: the distance between channels
// if it is 2 or 1, 1000 more if it is another one, 10 for equal offsets, otherwise 0. `offsets` computes %x from %ids
// and %n. Equal offsets aside, a case only holds for numbers below 100. Before and after the cases, the kernel itself
// compares vectors: it returns 77 or 55.
std::string code(const std::string& offsets) {
  const auto test = [](const char* name, const char* steps, const char* next, const char* condition,
                       const char* mark = ", !eugene.case !0") {
    return fmt::format(R"(
  %{0}0 = icmp ne <4 x i32> %differences, {1}
  %{0}1 = bitcast <4 x i1> %{0}0 to i4
  %{0}2 = icmp eq i4 %{0}1, 0
  %{0}3 = and i1 %{0}2, {3}
  br i1 %{0}3, label %{0}, label %{2}{4}
{2}:
)",
                       name, steps, next, condition, mark);
  };
  return fmt::format(R"(
declare i32 @eugene.step4(<4 x i32>)
define i32 @code(ptr %at, i32 %number) {{
entry:
  %words = load <4 x i16>, ptr %at, align 2
  %ids = zext <4 x i16> %words to <4 x i32>
  %n0 = insertelement <4 x i32> poison, i32 %number, i64 0
  %n = shufflevector <4 x i32> %n0, <4 x i32> poison, <4 x i32> zeroinitializer
{0}
  %first = shufflevector <4 x i32> %x, <4 x i32> poison, <4 x i32> zeroinitializer
  %differences = sub <4 x i32> %x, %first
  %fits = icmp ult i32 %number, 100
{1}{2}{3}{4}
  %step = call i32 @eugene.step4(<4 x i32> %differences)
  %step0 = insertelement <4 x i32> poison, i32 %step, i64 0
  %step1 = shufflevector <4 x i32> %step0, <4 x i32> poison, <4 x i32> zeroinitializer
  %steps = mul <4 x i32> %step1, <i32 0, i32 1, i32 2, i32 3>
{5}
  %none = phi i32 [ 0, %not_one ]
{6}
  ret i32 %none
before:
  ret i32 77
after:
  ret i32 55
contiguous:
  ret i32 2
overlapping:
  ret i32 1
strided:
  %found = add i32 %step, 1000
  ret i32 %found
one:
  ret i32 10
}}
!0 = !{{}}
)",
                     offsets, test("before", "<i32 0, i32 1, i32 9, i32 0>", "not_before", "true", ""),
                     test("contiguous", "<i32 0, i32 2, i32 4, i32 6>", "not_contiguous", "%fits"),
                     test("overlapping", "<i32 0, i32 1, i32 2, i32 3>", "not_overlapping", "%fits"),
                     test("one", "zeroinitializer", "not_one", "true"), test("strided", "%steps", "no_case", "%fits"),
                     test("after", "<i32 0, i32 1, i32 7, i32 0>", "nothing", "true", ""));
}

struct Ordered {
  explicit Ordered(const std::string& offsets) : compiler(*HostCompiler::create()) {
    Unit unit;
    llvm::SMDiagnostic problem;
    unit.module = llvm::parseAssemblyString(code(offsets), problem, *unit.context);
    EXPECT_NE(unit.module, nullptr) << problem.getMessage().str();
    llvm::Function& function = *unit.module->getFunction("code");
    choose_likely_cases(function);
    const auto& before = llvm::cast<llvm::BranchInst>(*function.getEntryBlock().getTerminator());
    EXPECT_EQ(before.getSuccessor(0)->getName(), "before");
    first = before.getSuccessor(1)->getTerminator()->getSuccessor(0)->getName().str();
    compiler->prepare(function);
    loaded = *compiler->load(compiler->compile(std::move(unit))->bytes, "code");
  }
  std::uint32_t operator()(const Ids& ids, std::uint32_t number) const {
    return reinterpret_cast<std::uint32_t (*)(const Ids*, std::uint32_t)>(loaded.address())(&ids, number);
  }

  std::shared_ptr<HostCompiler> compiler;
  LoadedCode loaded;
  std::string first;  // the case that is tested first
};

// Whether offsets of IDs with that factor have these differences from the first one.
bool has_differences(const Ids& ids, std::uint32_t factor, const std::array<std::uint32_t, 4>& differences) {
  for (std::uint32_t i = 0; i < ids.size(); ++i)
    if ((ids[i] - ids[0]) * factor != differences[i]) return false;
  return true;
}

bool has_step(const Ids& ids, std::uint32_t factor, std::uint32_t step) {
  return has_differences(ids, factor, {0, step, 2 * step, 3 * step});
}

constexpr std::array<Ids, 8> kIds{
    {{0, 1, 2, 3}, {7, 8, 9, 10}, {4, 6, 8, 10}, {5, 5, 5, 5}, {1, 3, 2, 0}, {0, 0, 1, 1}, {0, 1, 9, 0}, {0, 1, 7, 0}}};

TEST(LikelyCases, TheFactorOfTheIdsSelectsTheFirst) {
  struct Expected {
    const char* offsets;
    const char* first;
    std::uint32_t factor;
    std::vector<std::uint32_t> steps;  // of the cases that are kept, in their order
  };
  const std::vector<Expected> all{
      {"%x = add <4 x i32> %ids, %n", "overlapping", 1, {1, 2}},
      {"%x = shl <4 x i32> %ids, <i32 1, i32 1, i32 1, i32 1>", "contiguous", 2, {2, 1}},
      {"%x = mul <4 x i32> %ids, <i32 2, i32 2, i32 2, i32 2>", "contiguous", 2, {2, 1}},
      {"%s = shl <4 x i32> %ids, <i32 1, i32 1, i32 1, i32 1>\n%x = or <4 x i32> %s, <i32 1, i32 1, i32 1, i32 1>",
       "contiguous",
       2,
       {2, 1}},
      {"%x = sub <4 x i32> %n, %ids", "strided", 0U - 1, {0U - 1}},
      {"%x = mul <4 x i32> %ids, <i32 12, i32 12, i32 12, i32 12>", "strided", 12, {12}},
      {"%x = mul <4 x i32> %ids, <i32 -12, i32 -12, i32 -12, i32 -12>", "strided", 0U - 12, {0U - 12}},
      {"%m = mul <4 x i32> %ids, <i32 64, i32 64, i32 64, i32 64>\n%x = add <4 x i32> %m, %ids", "strided", 65, {65}},
  };
  for (const auto& [offsets, first, factor, steps] : all) {
    const Ordered ordered(offsets);
    EXPECT_EQ(ordered.first, first) << offsets;
    for (const Ids& ids : kIds) {
      for (const std::uint32_t number : {3U, 200U}) {
        std::uint32_t expected = has_step(ids, factor, 0) ? 10 : 0;
        if (has_differences(ids, factor, {0, 1, 7, 0})) expected = 55;
        for (const std::uint32_t step : steps | std::views::reverse)
          if (number < 100 && has_step(ids, factor, step)) expected = step <= 2 ? step : 1000 + step;
        if (has_differences(ids, factor, {0, 1, 9, 0})) expected = 77;
        EXPECT_EQ(ordered(ids, number), expected) << offsets << ", IDs from " << ids[0] << ", number " << number;
      }
    }
  }
}

TEST(LikelyCases, AnUnknownFactorSelectsNone) {
  const Ordered ordered("%x = mul <4 x i32> %ids, %n");
  EXPECT_EQ(ordered.first, "contiguous");
  for (const Ids& ids : kIds) {
    for (const std::uint32_t factor : {1U, 2U, 5U, 200U}) {
      const std::uint32_t step = factor * (ids[1] - ids[0]);
      std::uint32_t expected = has_step(ids, factor, 0) ? 10 : 0;
      if (has_differences(ids, factor, {0, 1, 7, 0})) expected = 55;
      if (factor < 100 && step != 0 && has_step(ids, factor, step)) expected = step <= 2 ? step : 1000 + step;
      if (has_differences(ids, factor, {0, 1, 9, 0})) expected = 77;
      EXPECT_EQ(ordered(ids, factor), expected) << "IDs from " << ids[0] << ", factor " << factor;
    }
  }
}

// A thread of four channels has the IDs x in eight bytes, so the IDs after them are y.
TEST(LikelyCases, OtherIdsAreMostlyEqual) {
  for (const unsigned channels : {4U, 8U}) {
    Unit unit;
    llvm::SMDiagnostic problem;
    unit.module = llvm::parseAssemblyString(fmt::format(R"(
define i32 @code(ptr %at, i32 %number) "eugene.direct_threads"="{}" {{
  %words = load <4 x i16>, ptr %at, align 2
  %x = zext <4 x i16> %words to <4 x i32>
  %next = getelementptr i8, ptr %at, i64 8
  %words_y = load <4 x i16>, ptr %next, align 2
  %y = zext <4 x i16> %words_y to <4 x i32>
  %n0 = insertelement <4 x i32> poison, i32 %number, i64 0
  %n = shufflevector <4 x i32> %n0, <4 x i32> poison, <4 x i32> zeroinitializer
  %first = shufflevector <4 x i32> %x, <4 x i32> poison, <4 x i32> zeroinitializer
  %differences = sub <4 x i32> %x, %first
  %c0 = icmp ne <4 x i32> %differences, <i32 0, i32 1, i32 2, i32 3>
  %c1 = bitcast <4 x i1> %c0 to i4
  %c2 = icmp eq i4 %c1, 0
  br i1 %c2, label %contiguous, label %second, !eugene.case !0
contiguous:
  br label %second
second:
  %offsets = mul <4 x i32> %y, %n
  %first_y = shufflevector <4 x i32> %offsets, <4 x i32> poison, <4 x i32> zeroinitializer
  %differences_y = sub <4 x i32> %offsets, %first_y
  %d0 = icmp ne <4 x i32> %differences_y, <i32 0, i32 1, i32 2, i32 3>
  %d1 = bitcast <4 x i1> %d0 to i4
  %d2 = icmp eq i4 %d1, 0
  br i1 %d2, label %contiguous_y, label %other, !eugene.case !0
contiguous_y:
  ret i32 2
other:
  %e0 = icmp ne <4 x i32> %differences_y, zeroinitializer
  %e1 = bitcast <4 x i1> %e0 to i4
  %e2 = icmp eq i4 %e1, 0
  br i1 %e2, label %one, label %none, !eugene.case !0
one:
  ret i32 3
none:
  ret i32 4
}}
!0 = !{{}}
)",
                                                        channels),
                                            problem, *unit.context);
    ASSERT_NE(unit.module, nullptr) << problem.getMessage().str();
    llvm::Function& function = *unit.module->getFunction("code");
    choose_likely_cases(function);
    const auto& first = llvm::cast<llvm::BranchInst>(*function.getEntryBlock().getTerminator());
    EXPECT_EQ(first.getSuccessor(0)->getName(), "contiguous");
    EXPECT_EQ(first.getSuccessor(1)->getTerminator()->getSuccessor(0)->getName(),
              channels == 4 ? "one" : "contiguous_y");
  }
}

}  // namespace
}  // namespace eugene::jit
