// Records ALU instructions, with the same steps as eu/execute/execute_alu.cpp: load, compute, convert, flags,
// accumulator, store. The two are separate because each step works differently: the interpreter calls the functions
// that prepare() has chosen, on buffers; the JIT calls sem's templates on LLVM values. Only sem defines what an
// instruction computes.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Records LLVM code for the instruction if that is worth it, otherwise a call of the interpreter.
void record_alu(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
