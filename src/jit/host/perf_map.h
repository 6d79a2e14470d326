// The map in which perf looks up code that lies in no file: tools/perf/Documentation/jit-interface.txt of Linux.
#pragma once

#include "jit/host/host_compiler.h"

namespace eugene::jit {

class PerfMap {
 public:
  explicit PerfMap(bool wanted);  // false: add() does nothing
  ~PerfMap();
  PerfMap(const PerfMap&) = delete;
  PerfMap& operator=(const PerfMap&) = delete;

  void add(const LoadedCode& code) const;

 private:
  int file_ = -1;
};

}  // namespace eugene::jit
