// Scalar promotion for a thread's memory: keeps registers that a loop uses in host registers during the loop.
//
// Recorded code keeps registers as values within a basic block and stores them to the Thread at its end, so a loop
// would load and store all its registers in each iteration. This pass turns the bytes of the Thread that a loop
// accesses into variables: loaded before the loop, and stored at those of its exits where they are live
// (jit/pass/live_cells.h). SROA then turns the variables into values. Accesses can overlap in any way (a pair of GRFs,
// one of them, a dword of it), so bytes are first grouped into places that contain every access completely. Pairs that
// overlap other pairs are split, so that a chain of them does not become one large variable.
//
// LLVM's promotion in LICM needs all accesses to an address to have one type and no aliases, and gives up if the loop
// has a call. In this pass, variables are stored before and loaded after calls on cold paths (messages that the port
// executes).
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace eugene::jit {

// Promotes every loop without calls on its main path. The second and third argument of `function` must be the memory
// (eu::Thread and waiting channels). Only the function and its callees access it.
void promote_loops(llvm::Function& function);

}  // namespace eugene::jit
