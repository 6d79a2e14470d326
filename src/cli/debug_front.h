// What drives the debugger in a program that `eugene debug` has started: a terminal, or an editor.
#pragma once

#include <sys/types.h>

namespace eugene::cli {

class DebugFront {
 public:
  virtual ~DebugFront() = default;
  // Ctrl-C.
  virtual void interrupt() = 0;
  virtual void has_started(pid_t /*program*/) {}

 protected:
  DebugFront() = default;
  DebugFront(const DebugFront&) = delete;
  DebugFront& operator=(const DebugFront&) = delete;
};

}  // namespace eugene::cli
