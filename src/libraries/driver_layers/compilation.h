// What a run does about the compilations of a program's kernels.
#pragma once

#include <string>

#include "build_options.h"

namespace eugene::i915 {

// While this lives, a file in the run's directory says that this thread is in the driver's compiler, should the process
// die there. Not `wanted`: it does nothing.
class CompilationMark {
 public:
  explicit CompilationMark(bool wanted);
  ~CompilationMark();
  CompilationMark(const CompilationMark&) = delete;
  CompilationMark& operator=(const CompilationMark&) = delete;

 private:
  std::string file_;
};

// Options of this run. Reports of a checked run and debuggers name lines of the source.
const AddedOptions& added_options();

}  // namespace eugene::i915
