// Chooses between the cases of messages of direct threads (jit/record/direct_threads.h).
//
// A read has several cases: its channels read consecutive elements, elements that overlap, one element, or
// elements at another distance from each other. The recorder tests them in this order, and known_models.h assumes that
// the first one holds. Which case holds depends on the factor of the local IDs in the offsets, which optimised code
// shows. For example, Intel's compiler reads the bytes at p and p + 1 as one word: its channels are a byte apart, so
// the words overlap.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Tests the case first that a constant factor selects, and removes cases that are then unlikely. Replaces the calls of
// create_step() (contiguity.h). Needs the form that share_contiguity_checks() and InstCombine give the tests.
void choose_likely_cases(llvm::Function& function);

}  // namespace eugene::jit
