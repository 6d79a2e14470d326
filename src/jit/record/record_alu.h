// Instructions on lanes: the pipeline of eu/execute/execute_alu.cpp (load, compute, convert, flags, accumulator,
// store), recorded. The two are written separately because one step is a different thing in each: the interpreter calls
// the functions that prepare() has chosen on buffers, the JIT calls sem's templates on LLVM values. What an instruction
// computes stands once, in sem.
#pragma once

#include "jit/record/recording.h"

namespace eugene::jit {

// As LLVM code where it is worth it, else as a call of the interpreter for this one instruction.
void record_alu(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
