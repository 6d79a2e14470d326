// A program made ready to run: every instruction prepared once into how to execute it.
#pragma once

#include <cstdint>
#include <memory>

#include "base/diagnostic.h"
#include "isa/program.h"

namespace eugene::eu {

struct PreparedProgram;  // prepared_op.h

// Immutable and cheap to share: any number of host threads may run one Kernel at a time.
class Kernel {
 public:
  const isa::Program& program() const { return *program_; }
  const PreparedProgram& prepared() const { return *prepared_; }

 private:
  friend Result<Kernel> prepare(isa::Program program);
  std::shared_ptr<const isa::Program> program_;
  std::shared_ptr<const PreparedProgram> prepared_;
};

// Fails only if `program` is not one: offsets and instructions differ in number, or offsets do not ascend. An
// instruction that is illegal, or that Eugene cannot execute, faults when a thread reaches it.
Result<Kernel> prepare(isa::Program program);

}  // namespace eugene::eu
