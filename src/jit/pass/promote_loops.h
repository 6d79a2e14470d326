// Registers that a loop uses, in the host's registers while it runs: scalar promotion, for the memory of a thread.
//
// Recorded code keeps registers as values within a basic block and stores them to the Thread at its end, so a loop
// would load and store everything it works on in each iteration. Here the bytes of the Thread that a loop accesses
// become variables: loaded before the loop, stored at those of its exits where they are live (jit/pass/live_cells.h),
// made values of by SROA. Accesses overlap in all ways (a pair of GRFs, one of them, a dword of it), so bytes are first
// grouped into places that no access straddles; pairs that overlap other pairs are split, lest a chain of them becomes
// one large variable.
//
// LLVM's promotion in LICM takes an address only if every access to it has one type and nothing else may alias it, and
// a call anywhere in the loop ends it. Here calls on cold paths (messages that the port does) see memory up to date,
// which is stored before and loaded after them.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace eugene::jit {

// For every loop without calls on its main path. `function` takes the memory as its second and third argument
// (eu::Thread and waiting channels), which only it and what it calls reach.
void promote_loops(llvm::Function& function);

}  // namespace eugene::jit
