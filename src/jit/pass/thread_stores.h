// Finds the bytes of the Thread that a kernel's code stores to. A thread that starts in another's place needs the
// template's registers again (eu/batch.h), but only those that compiled code has changed, which are usually few.
//
// Uses the LLVM function instead of the kernel's instructions: recording drops stores of registers that are not live,
// so the instructions would give many more bytes. Every use of the Thread's pointer must be understood; otherwise all
// bytes may have changed.
#pragma once

#include <llvm/IR/Function.h>

#include <span>
#include <vector>

#include "eu/analysis/initial_reads.h"

namespace eugene::jit {

// Returns the parts of `ranges`, ascending, that `kernel` may store to before it returns that the thread has ended.
// `kernel` is a function that runs one thread (jit/record_kernel.h). Ignores stores at exits of a thread that
// will be resumed: such a thread is restored completely after its end. `thread_bytes` is the size of a Thread with its
// variables (eu/thread_block.h).
std::vector<eu::ByteRange> stored_among(std::span<const eu::ByteRange> ranges, const llvm::Function& kernel,
                                        std::size_t thread_bytes);

}  // namespace eugene::jit
