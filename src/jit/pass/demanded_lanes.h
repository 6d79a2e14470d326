// Demanded lanes. If an execution mask is unknown, an instruction keeps the disabled lanes of its destination with a
// select. Between two instructions with the same mask those lanes are never read. But the select takes an operation and
// keeps the register's old value alive, in a loop even between iterations.
//
// This pass determines the lanes that the users of a value demand and follows lane-wise operations back to selects. If
// a select's mask contains all these lanes, the users take the select's first operand instead. Masks are compared
// symbolically, as integers (running & ~leaving is a subset of running). LLVM's SimplifyDemandedVectorElts only handles
// lanes that are known at compile time, which masks are not.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Keeps the select for users that read the whole register.
void narrow_to_demanded_lanes(llvm::Function& function);

}  // namespace eugene::jit
