// The loop over threads, within compiled code.
//
// A kernel of ten or twenty instructions takes less time than what surrounds it: leaving compiled code, ending the
// thread, setting up the next one's registers, entering again. Where threads need not wait for each other, compiled
// code does all this itself: it takes the next thread of a Batch (eu/batch.h), restores from its template
// (eu::start_again) only what the kernel's code has changed (jit/pass/thread_stores.h), writes the group's numbers into
// r0, and runs on. It returns to the runner only when a thread stops in another way than by ending.
//
// Kernels whose threads meet at barriers cannot run so: their threads are suspended and run in turn by the runner.
// Several threads in one wide vector, as OpenCL compilers for processors do, would need divergence between threads as
// well.
#pragma once

#include <string>

#include "eu/kernel.h"
#include "jit/host/host_compiler.h"

namespace eugene::jit {

// Makes `name` in `unit`, a function that runs one thread, one that runs the threads of a Batch too (jit/frame.h).
// `has_digests`: it keeps those of threads.
void add_thread_loop(Unit& unit, const HostCompiler& host, const eu::Kernel& kernel, const std::string& name,
                     bool has_digests);

// May the threads of `kernel` run one after the other, whichever groups they belong to?
bool runs_in_batches(const eu::Kernel& kernel);

}  // namespace eugene::jit
