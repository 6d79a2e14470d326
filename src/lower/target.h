// The machine that a vISA kernel is lowered for.
#pragma once

#include "isa/gen.h"
#include "isa/operand.h"

namespace eugene::lower {

struct Target {
  const isa::Gen& gen;
  // Size of the kernel's registers, and so of its rows and messages. It is 64 if the kernel was compiled for a machine
  // with larger registers than `gen` has.
  unsigned register_bytes = isa::kRegisterBytes;
};

}  // namespace eugene::lower
