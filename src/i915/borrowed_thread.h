// A thread of the program that executes a request, or starts Eugene's threads.
#pragma once

#include <csignal>
#include <cstddef>

#include "base/float_modes.h"

namespace eugene::i915 {

// While an object of this class exists, the program's signals are blocked in this thread, and in threads that start
// here, so that they are handled by the program's other threads, or afterwards. Signals that an instruction raises stay
// unblocked, even if the program has blocked them.
class WithoutSignals {
 public:
  WithoutSignals();
  ~WithoutSignals();
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};

// While an object of this class exists, the calling thread of the program is like a thread of Eugene: a signal's
// handler or a cancellation cannot leave the code in the middle, and floating-point modes are the default.
class BorrowedThread {
 public:
  BorrowedThread();
  ~BorrowedThread();
  BorrowedThread(const BorrowedThread&) = delete;
  BorrowedThread& operator=(const BorrowedThread&) = delete;

  // Whether enough of the calling thread's stack is free to execute a request. A program may have small stacks, or
  // switch between stacks of its own.
  static bool has_room();

 private:
  WithoutSignals without_signals_;
  DefaultFloatModes modes_;
  int cancelling_ = 0;
};

}  // namespace eugene::i915
