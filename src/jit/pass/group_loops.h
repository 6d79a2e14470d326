// Adds an inner loop over the threads of a group to the loop over direct threads (jit/record/direct_threads.h).
//
// In a kernel that copies a few elements, most instructions of the host compute addresses and test that they are inside
// windows, once for each thread. But nearly all addresses are linear in the index of the thread in its group
// (linear_values.h). So if the first and the last thread of a group access the window, all of them do: a group has one
// test, and the inner loop adds a step to the addresses. Values that all threads of a group share are computed before
// the inner loop.
//
// A group that fails the test has its threads run by the loop as it was, one after the other.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Returns whether `function`, which split_by_models() has made and LLVM has simplified, has the inner loop now.
bool add_group_loop(llvm::Function& function);

}  // namespace eugene::jit
