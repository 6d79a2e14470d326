// The map that perf uses to find names of generated code: tools/perf/Documentation/jit-interface.txt of Linux.
#pragma once

#include "jit/host_compiler.h"

namespace eugene::jit {

class PerfMap {
 public:
  explicit PerfMap(bool wanted);  // if false, add() does nothing
  ~PerfMap();
  PerfMap(const PerfMap&) = delete;
  PerfMap& operator=(const PerfMap&) = delete;

  void add(const LoadedCode& code) const;

 private:
  int file_ = -1;
};

}  // namespace eugene::jit
