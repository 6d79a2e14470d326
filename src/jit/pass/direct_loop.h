// The loop over direct threads (jit/record/direct_threads.h), as passes find it in optimised code.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>
#include <optional>

namespace eugene::jit {

// Returns the index of the thread in its group: it counts up to the threads of a group, then starts again. Null: the
// function has no such loop.
llvm::PHINode* find_thread(const llvm::Function& function);

// Whether `value` is loaded from member `offset` of the Batch in the Frame, which is the function's first argument.
bool is_batch_member(const llvm::Value& value, std::size_t offset);

// Whether a successor of `branch` leaves the loop.
bool leaves(const llvm::BranchInst& branch, unsigned successor);

// Calls `visit` for each conditional branch on the likely paths from `first` on, with whether the branch is likely to
// be taken. Nothing: both ways are likely. A thread that leaves the loop is not likely.
void visit_likely_branches(llvm::BasicBlock& first,
                           llvm::function_ref<void(llvm::BranchInst&, std::optional<bool>)> visit);

// Calls `visit` for the parts of `condition` that must be true, or false, for it to have the result `assumed`.
void visit_parts(llvm::Value* condition, bool assumed, llvm::function_ref<void(llvm::Instruction&, bool)> visit);

}  // namespace eugene::jit
