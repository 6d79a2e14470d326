// Runs all passes on a kernel's code, ours and LLVM's. pipeline.cpp has the list in order.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <atomic>

namespace eugene::jit {

// Passes for `kernel`, the function that runs one thread, that must run before it is inlined into a loop over threads.
void optimise_thread(llvm::Function& kernel);

// Passes for all functions of `module`, before code generation. If `cancelled` becomes set, ends early and leaves the
// module in any state.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, const std::atomic<bool>& cancelled);

// Whether to skip `pass` (LLVM's description) in code generation.
bool is_left_out(llvm::StringRef pass);

}  // namespace eugene::jit
