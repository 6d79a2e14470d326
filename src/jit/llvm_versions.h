// Differences in LLVM's interface between the supported versions, 16 to 19: names and types. All other files of src/jit
// use only what these versions have in common. Differences in the code that LLVM generates are handled by the affected
// pass (jit/pass).
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

// Effort of code generation, and type of its output: scoped enumerations since 18.
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

// Whether LLVM's passes assume that a number converted from an unsigned one has no sign.
inline constexpr bool kSeesSignOfConversion = LLVM_VERSION_MAJOR >= 18;

// The symbol of a function of this program that compiled code may call.
inline auto symbol_at(void* address) {
#if LLVM_VERSION_MAJOR >= 17
  return llvm::orc::ExecutorSymbolDef(llvm::orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported);
#else
  return llvm::JITEvaluatedSymbol::fromPointer(address, llvm::JITSymbolFlags::Exported);
#endif
}

}  // namespace eugene::jit
