// From thread to thread within compiled code: for kernels so short that leaving it and entering it again takes longer.
#pragma once

#include <string>

#include "eu/kernel.h"
#include "jit/host/host_compiler.h"

namespace eugene::jit {

// Makes `name` in `unit`, a function that runs one thread, one that runs the threads of a Batch too (jit/frame.h).
void add_thread_loop(Unit& unit, const HostCompiler& host, const eu::Kernel& kernel, const std::string& name);

// May the threads of `kernel` run one after the other, whichever groups they belong to?
bool runs_in_batches(const eu::Kernel& kernel);

}  // namespace eugene::jit
