// Which bytes of the Thread a kernel's code stores to. A thread that starts where another has ended needs the
// template's registers again (eu/batch.h), but only those that compiled code has changed, which are mostly few.
//
// Computed from the LLVM function and not from the kernel's instructions: recording drops stores of registers that are
// not live, so the instructions would name far more. Every use of the Thread's pointer must be understood; otherwise
// all of it may have changed.
#pragma once

#include <llvm/IR/Function.h>

#include <span>
#include <vector>

#include "eu/analysis/initial_reads.h"

namespace eugene::jit {

// The parts of `ranges` that `kernel`, a function that runs one thread (jit/record/record_kernel.h), may store to
// before it returns that the thread has ended; in ascending order. Stores on the way out of a thread that is to be
// resumed do not count: such a thread is restored as a whole once it has ended. `thread_bytes`: size of a Thread with
// its variables (eu/thread_block.h).
std::vector<eu::ByteRange> stored_among(std::span<const eu::ByteRange> ranges, const llvm::Function& kernel,
                                        std::size_t thread_bytes);

}  // namespace eugene::jit
