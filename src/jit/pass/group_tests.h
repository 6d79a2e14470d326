// Finds the tests of direct threads (jit/record/direct_threads.h) that one test of a group can replace: whether offsets
// that are linear in the thread's index are inside windows.
#pragma once

#include <llvm/ADT/MapVector.h>

#include "jit/pass/direct_loop.h"
#include "jit/pass/linear_values.h"

namespace eugene::jit {

struct GroupTests {
  // A group passes the test if these conditions and the conditions of LinearValues hold.
  std::vector<llvm::Value*> conditions;
  // Facts about all threads of a group that passes: the results of comparisons, and offsets in windows.
  llvm::MapVector<llvm::Instruction*, llvm::Value*> known;
  llvm::MapVector<llvm::Instruction*, LinearValues::Linear> offsets;
};

// Records the conditions at the end of `test`.
GroupTests find_group_tests(const DirectLoop& loop, LinearValues& values, llvm::BasicBlock& test);

}  // namespace eugene::jit
