// Marks of running compilations, and options that a run adds to compilations of a program's kernels.
#pragma once

#include <string>

#include "build_options.h"

namespace eugene::inside {

// While a mark lives, a file in the run's directory records that this thread is in the driver's compiler. If the
// process dies, the file shows where. A mark that is not `wanted` does nothing.
class CompilationMark {
 public:
  explicit CompilationMark(bool wanted);
  ~CompilationMark();
  CompilationMark(const CompilationMark&) = delete;
  CompilationMark& operator=(const CompilationMark&) = delete;

 private:
  std::string file_;
};

// The options that this run adds. A checked run and a debugger need lines of the source.
const AddedOptions& added_options();

}  // namespace eugene::inside
