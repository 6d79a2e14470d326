// The machine that a vISA kernel is lowered for.
#pragma once

#include "isa/gen.h"
#include "isa/operand.h"

namespace eugene::lower {

struct Target {
  const isa::Gen& gen;
  // Size of the kernel's registers, and so of its rows and messages: 64 if it was compiled for a machine with larger
  // registers than those of `gen`.
  unsigned register_bytes = isa::kRegisterBytes;
};

}  // namespace eugene::lower
