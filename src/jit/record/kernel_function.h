// The LLVM function of a kernel, and the memory that it gets as arguments: Frame, Thread, waiting channels
// (jit/frame.h).
#pragma once

#include <string>

#include "jit/host_compiler.h"
#include "jit/record/value.h"

namespace eugene::jit {

struct KernelFunction {
  // Creates the function in `into`, with an empty block for recording. `joins` is the number of waiting masks.
  KernelFunction(const HostCompiler& host, const std::string& name, std::size_t joins, Unit into = {});

  llvm::Value* frame() const { return function->getArg(0); }
  llvm::Value* thread() const { return function->getArg(1); }
  llvm::Value* waiting() const { return function->getArg(2); }
  llvm::Value* entry() const { return function->getArg(3); }

  llvm::BasicBlock* create_block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(*unit.context, name, function);
  }
  // Access members of the Thread and of the Frame by offset.
  llvm::Value* in_thread(std::size_t offset);
  llvm::Value* load_state(llvm::Type* type, std::size_t offset) { return ir.CreateLoad(type, in_thread(offset)); }
  void store_state(std::size_t offset, llvm::Value* value) { ir.CreateStore(value, in_thread(offset)); }
  llvm::Value* load_from_frame(llvm::Type* type, std::size_t offset);
  void store_in_frame(std::size_t offset, llvm::Value* value);

  Unit unit;
  Builder ir;
  llvm::Function* function = nullptr;
};

}  // namespace eugene::jit
