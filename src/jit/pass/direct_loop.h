// The loop over direct threads (jit/record/direct_threads.h), as passes find it in optimised code.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace eugene::jit {

// Returns the index of the thread in its group, which is counted up from 0 for each group. Null: the function has no
// such loop.
llvm::PHINode* find_thread(const llvm::Function& function);

// Whether `value` is loaded from member `offset` of the Batch in the Frame, which is the function's first argument.
bool is_batch_member(const llvm::Value& value, std::size_t offset);
// Loads that member of the Batch.
llvm::Value* load_batch_member(llvm::IRBuilder<>& ir, const llvm::Function& function, llvm::Type* type,
                               std::size_t offset);

// Whether the instruction computes its result from its operands, and can do so at any time: it cannot trap.
bool computes_anywhere(const llvm::Instruction& instruction);
// Copies such an instruction to the place of `ir`. `copy` returns the copy of an operand.
llvm::Instruction* copy_instruction(const llvm::Instruction& instruction, llvm::IRBuilder<>& ir,
                                    llvm::function_ref<llvm::Value*(llvm::Value*)> copy);

// Whether a successor of `branch` leaves the loop: the successor is the block that returns, and there is only one.
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

// Returns nothing if the loop has another form than end_direct_threads() gives it.
std::optional<DirectLoop> find_direct_loop(llvm::Function& function);

// Calls `visit` for each conditional branch on the likely paths from `first` on, with whether the branch is likely to
// be taken. Nothing: both ways are likely. A thread is not likely to leave the loop.
void visit_likely_branches(llvm::BasicBlock& first,
                           llvm::function_ref<void(llvm::BranchInst&, std::optional<bool>)> visit);

// Calls `visit` for the parts of `condition`, each with the result that the part must have so that the condition has
// the result `assumed`.
void visit_parts(llvm::Value* condition, bool assumed, llvm::function_ref<void(llvm::Instruction&, bool)> visit);

}  // namespace eugene::jit
