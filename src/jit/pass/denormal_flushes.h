// Drivers of OpenGL and Vulkan let operations replace denormals by zeros: in their operands and in their result. On a
// vector, that takes four host instructions each time. These passes leave out flushes of values that have no denormals,
// such as the results of earlier operations.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Replaces the instructions of each flush of floats by a call, and removes the calls that change nothing. If all
// iterations of a loop write a register without denormals, only its first value is flushed, before the loop.
void gather_denormal_flushes(llvm::Function& function);
// Replaces the calls by instructions again. Must follow.
void expand_denormal_flushes(llvm::Function& function);

// Returns what a call of a flush flushes; null if `value` is something else.
llvm::Value* flushed_operand(llvm::Value* value);
const llvm::Value* flushed_operand(const llvm::Value* value);

}  // namespace eugene::jit
