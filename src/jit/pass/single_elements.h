// Single elements of vectors. Addresses of contiguous elements only need the first element of a vector of addresses. If
// no test needs the other elements any more, scalars take fewer instructions of the host.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Replaces each extraction of a constant element by scalar instructions, as far as the operands of the vector allow.
void compute_single_elements(llvm::Function& function);

}  // namespace eugene::jit
