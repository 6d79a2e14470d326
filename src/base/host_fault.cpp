#include "base/host_fault.h"

#include <immintrin.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cfenv>
#include <csignal>
#include <iterator>
#include <mutex>
#include <utility>

namespace eugene {
namespace {

// Initial-exec: the handler may run in any thread, even in malloc(), which other models of thread-local memory may
// call.
[[gnu::tls_model("initial-exec")]] constinit thread_local HostFaultTrap* innermost = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local HostFaultTrap* of_compiled_code = nullptr;

constexpr std::array kSignals{SIGSEGV, SIGBUS};
constexpr unsigned kAutoDisarm = 1U << 31;  // SS_AUTODISARM in the kernel's headers

// Handlers that were installed before ours, newest last. Append-only.
struct Previous {
  std::array<struct sigaction, 8> actions;
  std::atomic<int> count = 0;
};
constinit std::array<Previous, kSignals.size()> previous{};
constinit std::mutex installing;  // protects `previous`

Previous& find_previous(int number) { return previous[number == kSignals[0] ? 0 : 1]; }

// Our handler calls a previous handler of the program, which may call ours again if it was installed later. The signal
// must then go to the next older handler; otherwise they would call each other forever. Ours is then called with the
// same siginfo_t, so it notes in it which handler is next. A thread-local variable would not work: a handler that
// leaves with siglongjmp() would leave it set for the next signal, but the kernel writes a new siginfo_t for each
// signal.
//
// The note is in the last two words of the union's padding, which the kernel sets to zero for every kind of signal.
struct Note {
  static constexpr int kMagic = 0x4575'6765;
  int magic = 0;
  int next = 0;  // index of the previous handler to call
};
constexpr std::size_t kNotePlace = std::size(siginfo_t{}._sifields._pad) - 2;
static_assert(sizeof(siginfo_t::_sifields) - kNotePlace * sizeof(int) == sizeof(Note));

Note note_in(const siginfo_t* info) {
  const int* at = &info->_sifields._pad[kNotePlace];
  return {.magic = at[0], .next = at[1]};
}
void put_note(siginfo_t* info, const Note& note) {
  int* at = &info->_sifields._pad[kNotePlace];
  at[0] = note.magic;
  at[1] = note.next;
}

// Restores the default action, which the kernel takes when the instruction is executed again.
void fall_back(int number, const siginfo_t* info) {
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  ::sigaction(number, &action, nullptr);
  if (info->si_code <= 0) ::raise(number);  // sent by a process: no instruction repeats it
}

void pass_on(int number, siginfo_t* info, void* context) {
  const Note note = note_in(info);
  const Previous& known = find_previous(number);
  const int index = note.magic == Note::kMagic ? note.next : known.count.load(std::memory_order_acquire) - 1;
  if (index < 0) return fall_back(number, info);
  const struct sigaction& action = known.actions[static_cast<std::size_t>(index)];
  const bool has_information = (action.sa_flags & SA_SIGINFO) != 0;
  if (!has_information && action.sa_handler == SIG_IGN && info->si_code <= 0) return;
  if (!has_information && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN))
    return fall_back(number, info);
  sigset_t blocked = action.sa_mask;
  if ((action.sa_flags & SA_NODEFER) == 0) sigaddset(&blocked, number);
  sigset_t before;
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  put_note(info, {.magic = Note::kMagic, .next = index - 1});
  if (has_information) {
    action.sa_sigaction(number, info, context);
  } else {
    action.sa_handler(number);
  }
  put_note(info, note);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

struct HostFaultHandler {
  static void handle(int number, siginfo_t* info, void* context) {
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
    HostFaultTrap* trap = innermost;
    const auto at = static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
    if (trap == nullptr || info->si_code <= 0 || !trap->is_for(at)) {
      const int error = errno;
      pass_on(number, info, context);
      errno = error;
      return;
    }
    constexpr unsigned kWrite = 1U << 1;  // in a page fault's error code
    trap->fault_ = {.address = reinterpret_cast<std::uintptr_t>(info->si_addr),
                    .writes = (static_cast<unsigned long>(machine.gregs[REG_ERR]) & kWrite) != 0,
                    .why = number == SIGBUS               ? HostFault::Why::no_storage
                           : info->si_code == SEGV_ACCERR ? HostFault::Why::is_protected
                                                          : HostFault::Why::unmapped};
    if (machine.fpregs != nullptr) {  // a signal handler starts with other modes
      asm volatile("fldcw %0" : : "m"(machine.fpregs->cwd));
      _mm_setcsr(machine.fpregs->mxcsr);
    }
    // The kernel has disarmed such a stack until the handler returns, but the jump does not return.
    const stack_t& stack = static_cast<const ucontext_t*>(context)->uc_stack;
    if ((static_cast<unsigned>(stack.ss_flags) & kAutoDisarm) != 0) ::sigaltstack(&stack, nullptr);
    __builtin_longjmp(trap->place_.data(), 1);
  }
};

namespace {

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == HostFaultHandler::handle;
}

bool are_same(const struct sigaction& a, const struct sigaction& b) {
  return a.sa_flags == b.sa_flags && a.sa_sigaction == b.sa_sigaction;
}

void install(int number, const struct sigaction& now) {
  Previous& known = find_previous(number);
  const int count = known.count.load(std::memory_order_relaxed);
  if (count == 0 || !are_same(known.actions[static_cast<std::size_t>(count - 1)], now)) {
    // If a program changes its handlers often, the newest replaces the last entry.
    const int index = std::min(count, static_cast<int>(known.actions.size()) - 1);
    known.actions[static_cast<std::size_t>(index)] = now;
    known.count.store(index + 1, std::memory_order_release);
  }
  struct sigaction ours{};
  ours.sa_sigaction = HostFaultHandler::handle;
  // SA_NODEFER keeps the signal mask, so the jump out of the handler need not restore it. SA_ONSTACK is for threads
  // with an alternate signal stack.
  ours.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  ::sigaction(number, &ours, nullptr);
}

}  // namespace

void catch_host_faults() {
  for (const int number : kSignals) {
    struct sigaction now{};
    if (::sigaction(number, nullptr, &now) != 0 || is_ours(now)) continue;
    const std::scoped_lock lock(installing);
    if (::sigaction(number, nullptr, &now) == 0 && !is_ours(now)) install(number, now);
  }
}

std::mutex& host_fault_mutex() { return installing; }

std::string_view describe(const HostFault& fault) {
  switch (fault.why) {
    case HostFault::Why::is_protected:
      return fault.writes ? "write to memory that the program may not write"
                          : "read of memory that the program may not read";
    case HostFault::Why::no_storage:
      return fault.writes ? "write to memory that the program has mapped beyond the end of a file"
                          : "read of memory that the program has mapped beyond the end of a file";
    case HostFault::Why::unmapped: break;
  }
  return fault.writes ? "write to memory that the program has unmapped"
                      : "read of memory that the program has unmapped";
}

// Not inlined: the jump ends in this function, which must still be running.
[[gnu::noinline]] bool HostFaultTrap::run(void (*body)(void*), void* argument) {
  struct Scope {
    HostFaultTrap* outer = innermost;
    ~Scope() { innermost = outer; }
  } const scope;
  if (__builtin_setjmp(place_.data()) != 0) return false;
  innermost = this;
  body(argument);
  return true;
}

void enter_compiled_code(const std::byte* begin, std::size_t bytes, const std::uint32_t* calling) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  if (of_compiled_code != nullptr) of_compiled_code->only_for(first, first + bytes, calling);
}

bool detail::run_compiled_code(HostFaultTrap& trap, void (*body)(void*), void* argument) {
  struct Scope {
    HostFaultTrap* before = of_compiled_code;
    ~Scope() { of_compiled_code = before; }
  } const scope;
  trap.only_for(0, 0, nullptr);
  of_compiled_code = &trap;
  std::fenv_t modes;
  std::fegetenv(&modes);
  if (trap.run(body, argument)) return true;
  std::fesetenv(&modes);
  return false;
}

}  // namespace eugene
