// Specialises the loop over direct threads (jit/record/direct_threads.h) for conditions that depend only on the models
// of threads. A thread starts with its model's payload, and only the group IDs differ (eu/batch.h). So local IDs, for
// example, are contiguous in every group or in none. The loop tests such conditions for each thread of each group,
// which is half of its work if the kernel only copies a few elements.
//
// In a copy of the function, each such condition is the constant that is likely. The original first tests the
// conditions for the threads of one group. If all of them hold, it calls the copy. The result is kept for later calls
// with the same models.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// The result of testing the models of a dispatch. The original function tests the conditions, and sets kFail or kHold.
// If the copy has a loop over groups, it tests the assumptions of group_loops.h when it runs for the first time. It
// then replaces kHold by kLinear or kNotLinear.
enum ModelsState : unsigned {
  kUntested,
  kFail,       // some condition does not hold
  kHold,       // all conditions hold; the assumptions are not tested yet
  kLinear,     // all conditions and assumptions hold
  kNotLinear,  // all conditions hold, but some assumption does not
};

// Attribute of functions that run direct threads. Their second argument points to the ModelsState, an i32. The caller
// sets it to kUntested when the models have changed. The attribute's value is the number of channels that a thread
// uses.
inline constexpr llvm::StringLiteral kRunsDirectThreads = "eugene.direct_threads";
// Returns that number; 0 for other functions.
unsigned channels_of_threads(const llvm::Function& function);

// Returns the copy, before simplification. Null if the function has no such conditions.
llvm::Function* split_by_models(llvm::Function& function);

}  // namespace eugene::jit
