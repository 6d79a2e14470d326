// Lanes that nobody looks at: between two instructions under one execution mask, the second need not see what the first
// left in the channels that do not run.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Where only some channels of a lane-wise operation are looked at, its operands that are a select by a mask of at least
// these channels become the select's first arm. The select itself stays for who looks at the whole register.
void narrow_to_looked_at_lanes(llvm::Function& function);

}  // namespace eugene::jit
