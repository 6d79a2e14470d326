// Every pass that a kernel's code goes through, ours and LLVM's, in order: pipeline.cpp is the list.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <atomic>

namespace eugene::jit {

// Passes over `kernel`, the function that runs one thread, that must run before it is inlined into a loop over threads.
void optimise_thread(llvm::Function& kernel);

// All functions of `module`, before code is generated. Ends early, with the module in any state, once `cancelled` is
// set.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, const std::atomic<bool>& cancelled);

// Is `pass`, by LLVM's description, one of code generation that kernels do without?
bool is_left_out(llvm::StringRef pass);

}  // namespace eugene::jit
