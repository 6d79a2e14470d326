// Vector code for one instruction: the templates of sem, recorded, selected by opcode and lane type. The JIT's
// counterpart of eu/execute/compute.h. All vectors are LLVM values with elements of the lane type (a Half has 16 bits).
#pragma once

#include "eu/execute/load.h"
#include "eu/prepare/exec_type.h"
#include "jit/record/value.h"
#include "sem/mode.h"

namespace eugene::jit {

// Result of an instruction. `accumulator` is set only if it differs from `value` (mach, addc, subb), as i64 lanes.
struct Computed {
  llvm::Value* value = nullptr;
  llvm::Value* accumulator = nullptr;
};

using Compute = Computed (*)(Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction, llvm::Value* a,
                             llvm::Value* b, llvm::Value* c);

// Returns null if the JIT does not record the opcode for such lanes; the interpreter then executes it.
Compute compute_recorder(isa::Opcode opcode, eu::Exec exec);
Compute math_recorder(eu::Exec exec);

// Converts elements of `type`, in integers of their size, to lanes of `exec`. A float in integer lanes of its size
// keeps its bits.
llvm::Value* record_load(Builder& ir, isa::Type type, eu::Exec exec, llvm::Value* elements);
llvm::Value* record_modifier(Builder& ir, eu::Exec exec, eu::Modifier modifier, llvm::Value* lanes);
// Converts lanes of `exec` to elements of `type`.
llvm::Value* record_conversion(Builder& ir, const sem::Mode& mode, eu::Exec exec, isa::Type type, llvm::Value* lanes,
                               bool saturate);
// Returns one bit for each channel.
llvm::Value* record_comparison(Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction, eu::Exec exec,
                               llvm::Value* a, llvm::Value* b);
// sel with condition modifier, csel (which compares `c` with zero).
llvm::Value* record_conditional_select(Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction,
                                       eu::Exec exec, llvm::Value* a, llvm::Value* b, llvm::Value* c);
llvm::Value* record_condition(Builder& ir, isa::CondMod condition, isa::Type type, llvm::Value* elements);

// Converts lanes or elements to integers of their size, as in registers.
llvm::Value* as_integers(Builder& ir, llvm::Value* vector);

}  // namespace eugene::jit
