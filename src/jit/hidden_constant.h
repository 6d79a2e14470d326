// Hides the value of a constant from LLVM, to prevent optimisations that would be wrong.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace eugene::jit {

// Loads the constant from a variable that is never written.
inline llvm::LoadInst* hidden_constant(llvm::IRBuilderBase& ir, llvm::Constant* value, const char* name) {
  llvm::Module& module = *ir.GetInsertBlock()->getModule();
  auto* variable = new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/false,
                                            llvm::GlobalValue::InternalLinkage, value, name);
  variable->setAlignment(llvm::Align(64));
  return ir.CreateAlignedLoad(value->getType(), variable, llvm::Align(64));
}

}  // namespace eugene::jit
