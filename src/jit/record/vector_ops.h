// Vector code for one instruction: the meanings of sem, recorded, chosen by opcode and lane type. The JIT's counterpart
// of eu/execute/compute.h. All vectors are passed as LLVM values whose elements are the lane type's (a Half is 16
// bits).
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

// Null where the JIT does not record the opcode on such lanes: the interpreter executes it.
Compute compute_recorder(isa::Opcode opcode, eu::Exec exec);
Compute math_recorder(eu::Exec exec);

// Elements of `type` in integers of their size, to lanes of `exec`; a float meets integer lanes of its size as bits.
llvm::Value* record_load(Builder& ir, isa::Type type, eu::Exec exec, llvm::Value* elements);
llvm::Value* record_modifier(Builder& ir, eu::Exec exec, eu::Modifier modifier, llvm::Value* lanes);
// Lanes of `exec` to elements of `type`.
llvm::Value* record_conversion(Builder& ir, const sem::Mode& mode, eu::Exec exec, isa::Type type, llvm::Value* lanes,
                               bool saturate);
// One bit a channel.
llvm::Value* record_comparison(Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction, eu::Exec exec,
                               llvm::Value* a, llvm::Value* b);
// sel with condition modifier, csel (which compares `c` with zero).
llvm::Value* record_conditional_select(Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction,
                                       eu::Exec exec, llvm::Value* a, llvm::Value* b, llvm::Value* c);
llvm::Value* record_condition(Builder& ir, isa::CondMod condition, isa::Type type, llvm::Value* elements);

// Lanes or elements as integers of their size, as registers hold them.
llvm::Value* as_integers(Builder& ir, llvm::Value* vector);

}  // namespace eugene::jit
