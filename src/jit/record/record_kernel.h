// Records one kernel as an LLVM function: every instruction of the decoded program becomes code that does what the
// interpreter does with it, by the same templates of sem; where that is not worth it, a call of the interpreter.
//
// The instructions are walked once for each version (record_versions.h), in order. Cached facts (registers in SSA,
// pending counts) are valid within one basic block of the kernel only. Between blocks the state is in the Thread and in
// variables, which passes turn into SSA values again (jit/pass/promote_loops.h, SROA). Building SSA across blocks here
// would need the kernel's dominators, which LLVM has to compute anyway.
//
// recording.h is the state of recording and lists its parts.
#pragma once

#include <string>
#include <vector>

#include "eu/kernel.h"
#include "jit/frame.h"
#include "jit/host/host_compiler.h"

namespace eugene::jit {

struct Recorded {
  Unit unit;
  std::vector<std::uint32_t> entries;  // instructions the code can be entered before, ascending
  std::vector<std::uint32_t> joins;    // instructions where channels may wait, ascending
};

// The function is called `name`.
Recorded record_kernel(const eu::Kernel& kernel, const Assumptions& assumptions, const HostCompiler& host,
                       const std::string& name);

}  // namespace eugene::jit
