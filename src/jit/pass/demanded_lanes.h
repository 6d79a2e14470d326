// Demanded lanes: where an execution mask is not known, an instruction keeps the lanes of its destination in which
// channels are off, by a select. Between two instructions under one mask those lanes are never read. The select still
// costs an operation and keeps the register's former value alive, in a loop from one iteration to the next.
//
// This pass follows the lanes that the users of a value demand back, as long as operations are lane-wise, to selects by
// a mask that is known to have at least these lanes; the users then take the select's first operand. Masks are compared
// as the integers they come from (running & ~leaving is a subset of running), not as values at run time. LLVM's
// SimplifyDemandedVectorElts follows lanes that are known when it compiles; masks are not.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// The select itself stays for users that read the whole register.
void narrow_to_demanded_lanes(llvm::Function& function);

}  // namespace eugene::jit
