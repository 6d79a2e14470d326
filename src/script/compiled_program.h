// The program of a case as host code, which runs threads (gpu/tiers/compiler.h).
#pragma once

#include <cstdint>
#include <memory>

#include "eu/interpreter.h"
#include "gpu/tiers/compiler.h"
#include "script/case_program.h"

namespace eugene::script {

class CompiledProgram {
 public:
  // Compiles `program` for threads that start with `control` in cr0.0. Other threads are interpreted, and so is a
  // program that cannot be compiled.
  CompiledProgram(gpu::Compiler& compiler, const CaseProgram& program, std::uint32_t control);

  // Like eu::run().
  eu::Outcome run(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits);

 private:
  const eu::Kernel& kernel_;
  std::shared_ptr<const gpu::HostCode> code_;  // null if not compiled
  gpu::HostCodeRunner runner_;
};

}  // namespace eugene::script
