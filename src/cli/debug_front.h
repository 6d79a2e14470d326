// What drives the debugger in a program that `eugene debug` has started: a terminal, an editor, or gdb.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "base/diagnostic.h"

namespace eugene::cli {

class DebugFront {
 public:
  virtual ~DebugFront() = default;
  // Serves on a thread of its own; programs call at `socket`.
  virtual Result<void> open(const std::filesystem::path& socket) = 0;
  // Ctrl-C.
  virtual void interrupt() = 0;
  virtual void has_started(pid_t /*program*/) {}
  // The exit status of the program. Returns when the thread has ended.
  virtual void has_ended(int status) = 0;

 protected:
  DebugFront() = default;
  DebugFront(const DebugFront&) = delete;
  DebugFront& operator=(const DebugFront&) = delete;
};

}  // namespace eugene::cli
