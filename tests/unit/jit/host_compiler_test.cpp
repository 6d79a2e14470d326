// Compiles small modules without a kernel, to test the compiler itself.
#include "jit/host_compiler.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <array>
#include <fstream>
#include <string>

namespace eugene::jit {
namespace {

// A module with one function, which returns the value that body(ir, argument) makes.
template <class Body>
Unit unit(const HostCompiler& compiler, Body body) {
  Unit made;
  llvm::IRBuilder<> ir(*made.context);
  auto* type = llvm::FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy()}, false);
  auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "code", *made.module);
  compiler.prepare(*function);
  ir.SetInsertPoint(llvm::BasicBlock::Create(*made.context, "entry", function));
  ir.CreateRet(body(ir, function->getArg(0)));
  return made;
}

TEST(HostCompilerTest, WhatTheBackEndCannotSelectIsAnErrorOfThatKernelAlone) {
  const auto compiler = *HostCompiler::create("x86-64-v3");
  const auto refused = compiler->compile(unit(*compiler, [](llvm::IRBuilder<>& ir, llvm::Value* at) {
    // AVX-512 VBMI, which Haswell lacks
    auto* bytes = ir.CreateLoad(llvm::FixedVectorType::get(ir.getInt8Ty(), 16), at);
    auto* permuted = ir.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_qi_128, {}, {bytes, bytes});
    return ir.CreateExtractElement(ir.CreateBitCast(permuted, llvm::FixedVectorType::get(ir.getInt32Ty(), 4)),
                                   std::uint64_t{0});
  }));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("Cannot select"), std::string::npos) << refused.error().message;

  const auto object = compiler->compile(
      unit(*compiler, [](llvm::IRBuilder<>& ir, llvm::Value* at) { return ir.CreateLoad(ir.getInt32Ty(), at); }));
  ASSERT_TRUE(object) << object.error().message;
  const auto loaded = compiler->load(object->bytes, "code");
  ASSERT_TRUE(loaded) << loaded.error().message;
  const int number = 41;
  EXPECT_EQ(reinterpret_cast<int (*)(const int*)>(loaded->address())(&number), 41);
}

// Long kernels are compiled without the back end's optimisations, and kernels after them with all of them.
TEST(HostCompilerTest, LongModulesAreGeneratedFast) {
  constexpr std::size_t kLong = 100;
  const auto sum_of = [](unsigned count) {
    return [count](llvm::IRBuilder<>& ir, llvm::Value* at) {
      llvm::Value* sum = ir.getInt32(1);
      for (unsigned i = 0; i < count; ++i)
        sum = ir.CreateMul(ir.CreateAdd(sum, ir.CreateLoad(ir.getInt32Ty(), at, true)), ir.getInt32(3));
      return sum;
    };
  };
  const auto fast = *HostCompiler::create("x86-64-v3", kLong);
  const auto thorough = *HostCompiler::create("x86-64-v3", ~std::size_t{0});
  const auto compile = [&](HostCompiler& compiler, unsigned count, Effort effort = Effort::limited) {
    return *compiler.compile(unit(compiler, sum_of(count)), {}, effort);
  };
  const auto long_code = compile(*fast, kLong);
  EXPECT_FALSE(long_code.is_optimised);
  EXPECT_TRUE(compile(*thorough, kLong).is_optimised);
  EXPECT_GT(long_code.bytes.size(), compile(*thorough, kLong).bytes.size());
  EXPECT_EQ(compile(*fast, 2).bytes, compile(*thorough, 2).bytes);
  // With full effort, long modules are optimised too.
  EXPECT_EQ(compile(*fast, kLong, Effort::full).bytes, compile(*thorough, kLong).bytes);
  const auto loaded = fast->load(long_code.bytes, "code");
  ASSERT_TRUE(loaded) << loaded.error().message;
  const std::uint32_t number = 5;
  std::uint32_t expected = 1;
  for (unsigned i = 0; i < kLong; ++i) expected = (expected + number) * 3;
  EXPECT_EQ(reinterpret_cast<std::uint32_t (*)(const std::uint32_t*)>(loaded->address())(&number), expected);
}

// A program that ends need not wait for the compilation under way.
TEST(HostCompilerTest, CodeGenerationIsGivenUp) {
  const auto sum = [](llvm::IRBuilder<>& ir, llvm::Value* at) {
    return ir.CreateAdd(ir.CreateLoad(ir.getInt32Ty(), at, true), ir.getInt32(3));
  };
  const auto compiler = *HostCompiler::create();
  const Inspection inspection{.module = [&](const llvm::Module&) { compiler->cancel(); }, .assembly = {}};
  ASSERT_TRUE(compiler->compile(unit(*compiler, sum)));
  const auto given_up = compiler->compile(unit(*compiler, sum), inspection);
  ASSERT_FALSE(given_up);
  EXPECT_EQ(given_up.error().message, "cancelled");
}

// A gather lane by lane would take a hundred instructions at each message.
TEST(HostCompilerTest, AGatherOfAvx2IsTheHosts) {
  const auto compiler = *HostCompiler::create("x86-64-v3");
  std::string assembly;
  const Inspection inspect{.module = {}, .assembly = [&](const std::string& text) { assembly = text; }};
  const auto object =
      compiler->compile(unit(*compiler,
                             [](llvm::IRBuilder<>& ir, llvm::Value* at) {
                               auto* lanes = llvm::FixedVectorType::get(ir.getInt32Ty(), 16);
                               auto* offsets = ir.CreateAlignedLoad(lanes, at, llvm::Align(4));
                               auto* mask = ir.CreateICmpSLT(offsets, llvm::ConstantInt::get(lanes, 64));
                               auto* from = ir.CreateGEP(ir.getInt8Ty(), at, offsets);
                               auto* found = ir.CreateMaskedGather(lanes, from, llvm::Align(1), mask, offsets);
                               return ir.CreateAddReduce(found);
                             }),
                        inspect);
  ASSERT_TRUE(object) << object.error().message;
  EXPECT_NE(assembly.find("gather"), std::string::npos) << assembly;
  EXPECT_EQ(assembly.find("pinsrd"), std::string::npos) << assembly;
  const auto loaded = compiler->load(object->bytes, "code");
  ASSERT_TRUE(loaded) << loaded.error().message;
  // Even lanes load lane 3, whose offset is 12; odd ones but lane 3 are off and keep 100.
  std::array<int, 16> numbers;
  for (int i = 0; i < 16; ++i) numbers[static_cast<std::size_t>(i)] = i % 2 == 0 || i == 3 ? 12 : 100;
  EXPECT_EQ(reinterpret_cast<int (*)(const int*)>(loaded->address())(numbers.data()), 9 * 12 + 7 * 100);
}

// W^X: a fault in Eugene that writes where it should not must not become new host code. What is loaded can be executed
// and not written, and nothing else of the process can be both.
TEST(HostCompilerTest, NoPageCanBeWrittenAndExecuted) {
  const auto compiler = *HostCompiler::create();
  const auto object = compiler->compile(
      unit(*compiler, [](llvm::IRBuilder<>& ir, llvm::Value* at) { return ir.CreateLoad(ir.getInt32Ty(), at); }));
  ASSERT_TRUE(object) << object.error().message;
  const auto loaded = compiler->load(object->bytes, "code");
  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto code = reinterpret_cast<std::uintptr_t>(loaded->address());
  bool is_seen = false;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::size_t end_of_first = 0;
    const std::uintptr_t first = std::stoull(line, &end_of_first, 16);
    const std::uintptr_t end = std::stoull(line.substr(end_of_first + 1), nullptr, 16);
    const std::string rights = line.substr(line.find(' ') + 1, 4);
    EXPECT_FALSE(rights[1] == 'w' && rights[2] == 'x') << line;
    if (first > code || code >= end) continue;
    is_seen = true;
    EXPECT_EQ(rights[1], '-') << line;
    EXPECT_EQ(rights[2], 'x') << line;
  }
  EXPECT_TRUE(is_seen);
}

}  // namespace
}  // namespace eugene::jit
