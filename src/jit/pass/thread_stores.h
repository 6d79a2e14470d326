// Which registers the code of a kernel leaves changed in the Thread.
#pragma once

#include <llvm/IR/Function.h>

#include <span>
#include <vector>

#include "eu/analysis/initial_reads.h"

namespace eugene::jit {

// What of `ranges` may be stored to by `kernel`, a function that runs one thread (jit/record/record_kernel.h), before
// the thread ends; in ascending order.
std::vector<eu::ByteRange> stored_among(std::span<const eu::ByteRange> ranges, const llvm::Function& kernel);

}  // namespace eugene::jit
