// The loop over direct threads (jit/record/direct_threads.h), as passes find it
// in optimised code.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace eugene::jit {

// Returns the index of the thread in its group: it counts up to the threads of
// a group, then starts again. Null: the function has no such loop.
llvm::PHINode* find_thread(const llvm::Function& function);

// Whether `value` is loaded from member `offset` of the Batch in the Frame,
// which is the function's first argument.
bool is_batch_member(const llvm::Value& value, std::size_t offset);

// Whether a successor of `branch` leaves the loop.
bool leaves(const llvm::BranchInst& branch, unsigned successor);

// The parts of the loop.
struct DirectLoop {
  // A sum over all threads.
  struct Counter {
    llvm::PHINode* sum;                        // before a thread
    llvm::Value* next;                         // after it
    const llvm::ConstantInt* added = nullptr;  // what a thread adds; null: threads add different numbers
  };

  llvm::BasicBlock* head = nullptr;   // decides whether a thread starts
  llvm::BasicBlock* start = nullptr;  // begins a thread
  llvm::BasicBlock* latch = nullptr;  // ends a thread
  llvm::BasicBlock* out = nullptr;
  std::vector<llvm::BasicBlock*> of_thread;  // from `start` to `latch`
  llvm::PHINode* thread = nullptr;
  llvm::PHINode* group = nullptr;
  std::vector<Counter> counters;
  std::size_t limited = ~std::size_t{0};  // index of the counter of instructions
  llvm::Value* limit = nullptr;           // of instructions
};

// Returns nothing if the loop has another form than end_direct_threads() gives
// it.
std::optional<DirectLoop> find_direct_loop(llvm::Function& function);

// Calls `visit` for each conditional branch on the likely paths from `first`
// on, with whether the branch is likely to be taken. Nothing: both ways are
// likely. A thread that leaves the loop is not likely.
void visit_likely_branches(llvm::BasicBlock& first,
                           llvm::function_ref<void(llvm::BranchInst&, std::optional<bool>)> visit);

// Calls `visit` for the parts of `condition` that must be true, or false, for
// it to have the result `assumed`.
void visit_parts(llvm::Value* condition, bool assumed, llvm::function_ref<void(llvm::Instruction&, bool)> visit);

}  // namespace eugene::jit
