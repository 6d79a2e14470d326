// The loop over threads in compiled code.
//
// A kernel of ten or twenty instructions takes less time than the work around it: leaving compiled code, ending the
// thread, setting up the next one's registers, entering again. If threads need not wait for each other, compiled code
// does all this itself. It takes the next thread of a Batch (eu/batch.h), restores only the bytes that the kernel's
// code has changed (jit/pass/thread_stores.h) from the thread's template (eu::start_again), and writes the group's IDs
// to r0. If payloads differ in more, it calls the batch's starter (eu::BatchStarter). It returns to the runner only if
// a thread stops without ending.
//
// Kernels with barriers cannot use this: the runner suspends their threads and runs them in turn. Running several
// threads in one wide vector, as OpenCL compilers for CPUs do, would also have to handle divergence between threads.
#pragma once

#include <string>

#include "eu/kernel.h"
#include "jit/host_compiler.h"

namespace eugene::jit {

// Turns `name` in `unit`, a function that runs one thread, into a function that also runs the threads of a Batch
// (jit/frame.h). `direct` is the name of a function for direct threads (direct_threads.h), or empty. `has_digests`: it
// also computes the threads' digests.
void add_thread_loop(Unit& unit, const HostCompiler& host, const eu::Kernel& kernel, const std::string& name,
                     const std::string& direct, bool has_digests);

// Whether the kernel has no loops and few instructions, so that starting a thread is a large part of its time.
bool is_short(const eu::Kernel& kernel);

// Whether the threads of `kernel` may run one after the other, even threads of different groups.
bool runs_in_batches(const eu::Kernel& kernel);

}  // namespace eugene::jit
