// Direct threads: threads of a Batch (eu/batch.h) whose channels only access contiguous elements, or elements that have
// the same distance from each other, in known windows.
//
// Such a thread needs no Thread in memory. Its payload is read from its model, its registers are values from its start
// to its end, and no call or exit of the code needs them. So a loop over such threads is a few instructions of the host
// for each message, where the other code (thread_loop.h) has about as many to start and end a thread.
//
// A thread that does anything else (a message outside its window, channels that diverge) *gives up*: the other code
// starts it anew. So a thread must not have changed memory before. Its writes are therefore done when it ends, in the
// program's order, and a kernel that reads after a write has no direct threads.
#pragma once

#include "jit/record/batch_code.h"

namespace eugene::jit {

struct KernelPlan;
struct Recording;

// The parts of the function that end_direct_threads() completes.
struct DirectThreads {
  BatchCode batch;
  llvm::Instruction* started = nullptr;  // the Thread's initial values are stored before it
  llvm::BasicBlock* head = nullptr;      // starts the next thread
  llvm::BasicBlock* out = nullptr;       // leaves the loop
};

// Whether the kernel is short and without loops, calls and observers.
bool may_be_direct(const KernelPlan& plan);
// Records the start of the function: a loop over the threads of frame->batch, to the first instruction of a thread.
// The function has the arguments of Code (jit/frame.h), and only uses the first.
DirectThreads begin_direct_threads(Recording& r);
// Records the end of a thread and of the loop, after all instructions. Removes the function and returns false if
// threads cannot be direct.
bool end_direct_threads(Recording& r, DirectThreads& threads);

}  // namespace eugene::jit
