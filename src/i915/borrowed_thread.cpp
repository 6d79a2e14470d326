#include "i915/borrowed_thread.h"

#include <pthread.h>

#include <cstdint>
#include <initializer_list>

#include "i915/own_stack.h"

namespace eugene::i915 {
namespace {

constexpr std::size_t kRoom = std::size_t{512} * 1024;

}  // namespace

WithoutSignals::WithoutSignals(Mask mask) {
  sigset_t blocked;
  sigfillset(&blocked);
  for (const int raised : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigdelset(&blocked, raised);
  if (mask == Mask::of_new_threads) {
    sigdelset(&blocked, SIGPROF);
    ::pthread_sigmask(SIG_SETMASK, &blocked, &before_);
    return;
  }
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  if (sigismember(&before_, SIGSEGV) == 0 && sigismember(&before_, SIGBUS) == 0) return;
  sigset_t trapped;
  sigemptyset(&trapped);
  for (const int each : {SIGSEGV, SIGBUS}) sigaddset(&trapped, each);
  ::pthread_sigmask(SIG_UNBLOCK, &trapped, nullptr);
}

WithoutSignals::~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

BorrowedThread::BorrowedThread() { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling_); }
BorrowedThread::~BorrowedThread() { ::pthread_setcancelstate(cancelling_, nullptr); }

bool BorrowedThread::has_room() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));  // NOLINT: only compared
  const OwnStack stack = own_stack();
  return here < stack.end && here >= stack.begin && here - stack.begin >= kRoom;
}

}  // namespace eugene::i915
