// Modules that no kernel needs, to see what the compiler makes of them.
#include "jit/host/host_compiler.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace eugene::jit {
namespace {

// A module whose one function returns what body(ir, its argument) makes.
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
  const auto compiler = *HostCompiler::create("haswell");
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
  const auto loaded = compiler->load(*object, "code");
  ASSERT_TRUE(loaded) << loaded.error().message;
  const int number = 41;
  EXPECT_EQ(reinterpret_cast<int (*)(const int*)>(loaded->address())(&number), 41);
}

}  // namespace
}  // namespace eugene::jit
