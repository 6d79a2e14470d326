// The differences between the versions of LLVM that the JIT is built with, 16 to 19: names and types of LLVM's
// interface. Everything else in src/jit is written against what these versions have in common. A difference in what
// LLVM makes of a kernel belongs to the pass that deals with it (jit/pass).
#pragma once

#include <llvm/Config/llvm-config.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#if LLVM_VERSION_MAJOR >= 17
#include <llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h>
#include <llvm/ExecutionEngine/Orc/Shared/ExecutorSymbolDef.h>
#endif
#if LLVM_VERSION_MAJOR < 18
#include <llvm/Target/TargetMachine.h>
#endif

#if LLVM_VERSION_MAJOR < 16 || LLVM_VERSION_MAJOR > 19
#error "The JIT is written for LLVM 16 to 19"
#endif

namespace eugene::jit {

// How much work code generation does, and what it writes: scoped enumerations since 18.
#if LLVM_VERSION_MAJOR >= 18
inline constexpr auto kCodeGenNone = llvm::CodeGenOptLevel::None;
inline constexpr auto kCodeGenDefault = llvm::CodeGenOptLevel::Default;
inline constexpr auto kAssemblyFile = llvm::CodeGenFileType::AssemblyFile;
#else
inline constexpr auto kCodeGenNone = llvm::CodeGenOpt::None;
inline constexpr auto kCodeGenDefault = llvm::CodeGenOpt::Default;
inline constexpr auto kAssemblyFile = llvm::CGFT_AssemblyFile;
#endif

// LLVM's default limits for hoisting out of `loop`: they take references since 17.
inline llvm::SinkAndHoistLICMFlags hoisting_limits(llvm::Loop& loop, llvm::MemorySSA& memory) {
#if LLVM_VERSION_MAJOR >= 17
  return {/*IsSink=*/false, loop, memory};
#else
  return {/*IsSink=*/false, &loop, &memory};
#endif
}

// Whether LLVM's passes know the sign of a number that was converted from an unsigned one.
inline constexpr bool kSeesSignOfConversion = LLVM_VERSION_MAJOR >= 18;

// A function of this program that compiled code may call, as the value of a symbol.
inline auto symbol_at(void* address) {
#if LLVM_VERSION_MAJOR >= 17
  return llvm::orc::ExecutorSymbolDef(llvm::orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported);
#else
  return llvm::JITEvaluatedSymbol::fromPointer(address, llvm::JITSymbolFlags::Exported);
#endif
}

}  // namespace eugene::jit
