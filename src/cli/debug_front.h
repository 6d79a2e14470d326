// Drives the debugger in a program that `eugene debug` has started: a terminal, an editor, or gdb. The program connects
// to a socket (debug/connection.h), which a thread serves.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "base/diagnostic.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

class DebugFront {
 public:
  virtual ~DebugFront() = default;
  DebugFront(const DebugFront&) = delete;
  DebugFront& operator=(const DebugFront&) = delete;

  // Starts the thread. Programs connect to `socket`.
  virtual Result<void> open(const std::filesystem::path& socket);
  // Ctrl-C.
  virtual void interrupt() {}
  void has_started(pid_t program);
  // Whether the program, which has ended, is to run again. Asked once after each end.
  bool takes_restart() {
    program_pid_ = 0;
    return restarts_.exchange(false);
  }
  // The exit status of the program. Returns when the thread has ended.
  virtual void has_ended(int status);

 protected:
  DebugFront() = default;
  // Runs in the thread. `ended_` becomes readable when the program has ended.
  virtual void serve() = 0;
  int status() const { return status_; }
  void kill_program();
  void restart_program();
  // Ends the thread, which uses what derived classes have: their destructors call this.
  void stop();

  serve::FileDescriptor listening_, ended_;

 private:
  serve::FileDescriptor ends_;  // closed when the program has ended
  std::atomic<pid_t> program_pid_ = 0;
  std::atomic<int> status_ = 0;
  std::atomic<bool> restarts_ = false;
  std::atomic<bool> is_killed_ = false;  // also a program that starts only now
  std::thread thread_;
};

}  // namespace eugene::cli
