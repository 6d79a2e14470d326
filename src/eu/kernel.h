// A program that is ready to run: every instruction is prepared once.
#pragma once

#include <cstdint>
#include <memory>

#include "base/diagnostic.h"
#include "isa/program.h"

namespace eugene::eu {

struct PreparedProgram;  // prepared_op.h

// Immutable and cheap to copy. Any number of host threads may run one Kernel at the same time.
class Kernel {
 public:
  const isa::Program& program() const { return *program_; }
  const PreparedProgram& prepared() const { return *prepared_; }

 private:
  friend Result<Kernel> prepare(isa::Program program);
  std::shared_ptr<const isa::Program> program_;
  std::shared_ptr<const PreparedProgram> prepared_;
};

// Fails only if `program` is inconsistent: it must have one offset for each instruction, in ascending order. An
// instruction that is illegal, or that Eugene cannot execute, faults when a thread reaches it.
Result<Kernel> prepare(isa::Program program);

}  // namespace eugene::eu
