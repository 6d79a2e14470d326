// A thread of the program that executes a request, or starts Eugene's threads.
#pragma once

#include <csignal>
#include <cstddef>

#include "base/float_modes.h"

namespace eugene::i915 {

// While an object of this class exists, the program's signals are blocked in this thread, so that they are handled by
// the program's other threads, or afterwards. SIGSEGV and SIGBUS are unblocked, for traps (base/host_fault.h).
class WithoutSignals {
 public:
  // The mask of signals that an instruction raises, or a profiler: threads that start meanwhile have them unblocked,
  // even if the program has blocked them. A thread of the program keeps its own mask of these.
  enum class Mask { of_new_threads, of_program };
  explicit WithoutSignals(Mask mask);
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
  WithoutSignals without_signals_{WithoutSignals::Mask::of_program};
  DefaultFloatModes modes_;
  int cancelling_ = 0;
};

}  // namespace eugene::i915
