// Records a kernel as an LLVM function. The code of every instruction is equivalent to the interpreter's, because both
// use the templates of sem. Instructions that are not worth it become calls of the interpreter.
//
// The instructions are recorded in order, once for each version (record_versions.h). Cached facts (registers in SSA
// form, pending counts) are valid only within one basic block of the kernel. Between blocks the state is in the Thread
// and in variables, which passes turn into SSA values (jit/pass/promote_loops.h, SROA). Building SSA across blocks here
// would need the kernel's dominators, which LLVM has to compute anyway.
//
// recording.h has the state during recording and lists its parts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "eu/kernel.h"
#include "jit/frame.h"
#include "jit/host_compiler.h"

namespace eugene::jit {

struct Recorded {
  Unit unit;
  std::vector<std::uint32_t> entries;            // instructions before which the code can be entered, ascending
  std::vector<std::uint32_t> joins;              // instructions where channels may wait, ascending
  std::map<std::uint32_t, unsigned> slots = {};  // of windows, by the index of a message in the full version
};

// Records a function `name`.
Recorded record_kernel(const eu::Kernel& kernel, const Assumptions& assumptions, const HostCompiler& host,
                       const std::string& name);

// Adds a function that runs direct threads (jit/record/direct_threads.h) to the unit of record_kernel(). Returns its
// name; empty if the kernel's threads cannot be direct.
std::string record_direct_threads(const eu::Kernel& kernel, const Assumptions& assumptions, const HostCompiler& host,
                                  const std::string& name, Recorded& recorded);

}  // namespace eugene::jit
