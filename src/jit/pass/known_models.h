// Conditions that the models of threads decide. A thread's payload is that of its model, but for the group's IDs
// (eu/batch.h). So whether its local IDs are contiguous, for example, is the same in every group. The loop over direct
// threads (jit/record/direct_threads.h) tests such conditions for each thread of each group, which is half of its work
// if the kernel only copies a few elements.
//
// This pass copies the function, and leaves these tests out in the copy: all are taken to have the likely result. The
// original begins with a loop over the threads of one group that tests them once, and then calls the copy if all have
// it.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Attribute of functions that run direct threads. Their second argument points to an i32, which the caller sets to zero
// at the start of a batch.
inline constexpr llvm::StringLiteral kRunsDirectThreads = "eugene.direct_threads";

// Returns the copy, whose constant conditions have not been simplified; null: the function has no such conditions.
llvm::Function* split_by_models(llvm::Function& function);

}  // namespace eugene::jit
