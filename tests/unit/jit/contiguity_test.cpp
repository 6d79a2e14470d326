// Contiguity checks as messages record them, after all passes: how many comparisons are left, and their results.
#include "jit/pass/contiguity.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/SourceMgr.h>

#include <array>

#include "jit/host_compiler.h"

namespace eugene::jit {
namespace {

using Vector = std::array<std::uint32_t, 4>;

// A function of a vector at %at and a number at %numbers: %v, and %all in all channels.
std::string code(const std::string& body) {
  return R"(
define i32 @code(ptr %at, ptr %numbers) {
entry:
  %v = load <4 x i32>, ptr %at, align 4
  %n = load <4 x i32>, ptr %numbers, align 4
  %all = shufflevector <4 x i32> %n, <4 x i32> poison, <4 x i32> zeroinitializer
)" + body +
         "}\n";
}
std::string is_contiguous(const std::string& x, const std::string& name) {
  return fmt::format(R"(
  %{1}0 = extractelement <4 x i32> %{0}, i64 0
  %{1}1 = insertelement <4 x i32> poison, i32 %{1}0, i64 0
  %{1}2 = shufflevector <4 x i32> %{1}1, <4 x i32> poison, <4 x i32> zeroinitializer
  %{1}3 = sub <4 x i32> %{0}, %{1}2
  %{1}4 = icmp eq <4 x i32> %{1}3, <i32 0, i32 4, i32 8, i32 12>
  %{1}5 = bitcast <4 x i1> %{1}4 to i4
  %{1} = zext i4 %{1}5 to i32
)",
                     x, name);
}

struct Compiled {
  explicit Compiled(const std::string& text) : compiler(*HostCompiler::create()) {
    Unit unit;
    llvm::SMDiagnostic problem;
    unit.module = llvm::parseAssemblyString(text, problem, *unit.context);
    EXPECT_NE(unit.module, nullptr) << problem.getMessage().str() << " in\n" << text;
    compiler->prepare(*unit.module->getFunction("code"));
    const Inspection count{.module = [this](const llvm::Module& module) {
      for (const llvm::Instruction& each : llvm::instructions(*module.getFunction("code")))
        if (llvm::isa<llvm::ICmpInst>(each) && each.getType()->isVectorTy()) ++comparisons;
    }};
    loaded = *compiler->load(compiler->compile(std::move(unit), count)->bytes, "code");
  }
  std::uint32_t operator()(const Vector& vector, std::uint32_t number) const {
    const Vector numbers{number};
    return reinterpret_cast<std::uint32_t (*)(const Vector*, const Vector*)>(loaded.address())(&vector, &numbers);
  }

  std::shared_ptr<HostCompiler> compiler;
  LoadedCode loaded;
  unsigned comparisons = 0;
};

std::uint32_t contiguous_bits(const Vector& x) {
  std::uint32_t found = 0;
  for (unsigned i = 0; i < x.size(); ++i) found |= std::uint32_t{x[i] - x[0] == 4 * i} << i;
  return found;
}

// Contiguous, not, and modulo 2^32.
const std::array<Vector, 7> kVectors{{{0, 1, 2, 3},
                                      {7, 8, 9, 11},
                                      {0xFFFFFFFE, 0xFFFFFFFF, 0, 1},
                                      {5, 0x40000006, 0x80000007, 0xC0000008},
                                      {5, 0x20000006, 7, 8},
                                      {1, 5, 9, 13},
                                      {3, 3, 3, 3}}};

TEST(ContiguityTest, UniformAddendsAreLeftOutAndNothingElse) {
  const Compiled code(
      jit::code("  %a = add <4 x i32> %v, %all\n  %b = shl <4 x i32> %a, <i32 2, i32 2, i32 2, i32 2>\n"
                "  %c = add <4 x i32> %b, %all\n  %d = add <4 x i32> %all, %c\n  %x = add <4 x i32> %d, "
                "<i32 64, i32 64, i32 64, i32 64>\n" +
                is_contiguous("c", "first") + is_contiguous("x", "second") +
                "  %two = shl i32 %second, 4\n  %r = or i32 %first, %two\n  ret i32 %r\n"));
  EXPECT_EQ(code.comparisons, 1U);  // one of %v does for both
  for (const Vector& each : kVectors) {
    for (const std::uint32_t number : {0U, 1U, 0xFFFFFFFFU, 0x80000001U}) {
      Vector x;
      for (unsigned i = 0; i < x.size(); ++i) x[i] = ((each[i] + number) << 2) + number;
      EXPECT_EQ(code(each, number), contiguous_bits(x) * 0x11) << each[1] << " " << number;
    }
  }
}

TEST(ContiguityTest, UniformFactorsKeepWhatIsAddedBelowOut) {
  // (v + all) * all - v and (v - 7) * all - v + all.
  const Compiled code(
      jit::code("  %a = add <4 x i32> %v, %all\n  %b = mul <4 x i32> %all, %a\n  %x = sub <4 x i32> %b, %v\n"
                "  %c = sub <4 x i32> %v, <i32 7, i32 7, i32 7, i32 7>\n  %d = mul <4 x i32> %c, %all\n"
                "  %e = sub <4 x i32> %d, %v\n  %y = add <4 x i32> %all, %e\n" +
                is_contiguous("x", "first") + is_contiguous("y", "second") +
                "  %two = shl i32 %second, 4\n  %r = or i32 %first, %two\n  ret i32 %r\n"));
  EXPECT_EQ(code.comparisons, 1U);
  for (const Vector& each : kVectors) {
    for (const std::uint32_t number : {0U, 1U, 3U, 5U, 0xFFFFFFFDU, 0x80000001U}) {
      Vector x;
      for (unsigned i = 0; i < x.size(); ++i) x[i] = (each[i] + number) * number - each[i];
      EXPECT_EQ(code(each, number), contiguous_bits(x) * 0x11) << each[1] << " " << number;
    }
  }
}

// LLVM looks only a few operations deep for a vector with equal elements. Factors are multiplied and added further
// down.
TEST(ContiguityTest, LongChainsOfUniformValuesHaveNoDistances) {
  for (unsigned length = 1; length <= 10; ++length) {
    std::string body;
    std::string last = "all";
    for (unsigned i = 0; i < length; ++i) {
      body += fmt::format("  %u{0} = xor <4 x i32> %{1}, %all\n", i, last);
      last = fmt::format("u{}", i);
    }
    body +=
        fmt::format("  %m = mul <4 x i32> %{0}, %all\n  %s = shl <4 x i32> %{0}, <i32 1, i32 1, i32 1, i32 1>\n", last);
    body += "  %a = add <4 x i32> %m, %s\n  %x = add <4 x i32> %a, %v\n";
    const Compiled code(jit::code(body + is_contiguous("x", "found") + "  ret i32 %found\n"));
    for (const Vector& each : kVectors) EXPECT_EQ(code(each, 9), contiguous_bits(each)) << length;
  }
}

TEST(ContiguityTest, DistancesThatAShiftCannotGiveAreNeverFound) {
  const Compiled code(jit::code("  %x = shl <4 x i32> %v, <i32 3, i32 3, i32 3, i32 3>\n" +
                                is_contiguous("x", "found") + "  ret i32 %found\n"));
  for (const Vector& each : kVectors) {
    Vector x;
    for (unsigned i = 0; i < x.size(); ++i) x[i] = each[i] << 3;
    EXPECT_EQ(code(each, 0), contiguous_bits(x)) << each[1];
  }
}

// A loop that checks x in each turn and sums the results. `other` is code that changes x in the loop.
std::string loop(const std::string& other) {
  return code(
      "  br label %loop\nloop:\n  %x = phi <4 x i32> [ %v, %entry ], [ %next, %loop ]\n"
      "  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]\n" +
      is_contiguous("x", "found") + "  %added = add i32 %sum, %found\n  %stepped = add <4 x i32> %x, %all\n" + other +
      "  %j = add i32 %i, 1\n  %again = icmp ult i32 %j, 5\n"
      "  br i1 %again, label %loop, label %end\nend:\n  ret i32 %added\n");
}

TEST(ContiguityTest, UniformStepsOfALoopNeedNoCheckInIt) {
  const Compiled code(loop("  %next = sub <4 x i32> %stepped, <i32 9, i32 9, i32 9, i32 9>\n"));
  for (const Vector& each : kVectors) EXPECT_EQ(code(each, 12), 5 * contiguous_bits(each)) << each[1];
}

TEST(ContiguityTest, OtherStepsOfALoopAreCheckedEachTime) {
  const Compiled code(loop("  %next = add <4 x i32> %stepped, <i32 0, i32 1, i32 2, i32 3>\n"));
  for (const Vector& each : kVectors) {
    std::uint32_t sum = 0;
    Vector x = each;
    for (unsigned time = 0; time < 5; ++time) {
      sum += contiguous_bits(x);
      for (unsigned i = 0; i < x.size(); ++i) x[i] += 12 + i;
    }
    EXPECT_EQ(code(each, 12), sum) << each[1];
  }
}

}  // namespace
}  // namespace eugene::jit
