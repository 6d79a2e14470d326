// Handles failing accesses to host memory. Eugene does not own all of it: the memory of a buffer may belong to the
// program (I915_GEM_USERPTR), which can protect, unmap or truncate it while a kernel uses it.
//
// A test before each access would cost more than the access. So the processor does the test: it raises an exception,
// which arrives here as SIGSEGV or SIGBUS. The handler jumps back to the trap that the thread has set, which turns it
// into an error. Setting a trap takes a few nanoseconds and no system call.
//
// The jump leaves functions without running destructors. So when code in a trap accesses foreign memory, it must hold
// no lock and have no data half-changed; memory that it has allocated is lost, and the rounding mode stays as it was at
// the access. A trap is therefore only set around a few lines: one message, one copy, or host code that Eugene has
// compiled, whose trap restores the rounding mode.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <type_traits>

namespace eugene {

// A failed access.
struct HostFault {
  enum class Why : std::uint8_t { unmapped, is_protected, no_storage };

  std::uintptr_t address = 0;
  bool writes = false;
  Why why = Why::unmapped;
};
// Returns a description, such as "read of memory that the program has unmapped".
std::string_view describe(const HostFault& fault);

// Enables traps: installs handlers of SIGSEGV and SIGBUS before the program's. Call it regularly, because the program
// may install others later. A signal without a trap is passed on to the program's handlers.
void catch_host_faults();
// Locked while a handler is installed. A process with threads must lock it while it forks, so that the child's copy is
// unlocked.
std::mutex& host_fault_mutex();

// A trap, on the stack of the thread that sets it. The innermost one of a thread is used.
class HostFaultTrap {
 public:
  HostFaultTrap() = default;
  HostFaultTrap(const HostFaultTrap&) = delete;
  HostFaultTrap& operator=(const HostFaultTrap&) = delete;

  // Calls body(argument). Returns false if an access in it failed; fault() is then that access.
  bool run(void (*body)(void*), void* argument);
  const HostFault& fault() const { return fault_; }
  // Limits the trap to accesses by machine code in [begin, end), and to all accesses while *calling is not 0, unless
  // `calling` is null. Initially, it is for all code.
  void only_for(std::uintptr_t begin, std::uintptr_t end, const std::uint32_t* calling) {
    code_begin_ = begin;
    code_end_ = end;
    calling_ = calling;
  }

 private:
  friend struct HostFaultHandler;

  bool is_for(std::uintptr_t code) const {
    return (code >= code_begin_ && code < code_end_) || (calling_ != nullptr && *calling_ != 0);
  }

  std::array<void*, 5> place_;  // of __builtin_setjmp(), which takes a fifth of the time of sigsetjmp()
  HostFault fault_;
  std::uintptr_t code_begin_ = 0;
  std::uintptr_t code_end_ = ~std::uintptr_t{0};
  const std::uint32_t* calling_ = nullptr;
};

// Sets the code of the thread's innermost trap for compiled code. Does nothing if there is none. If `calling` is not
// null, the trap is also for the functions that the code calls while *calling is not 0.
void enter_compiled_code(const std::byte* begin, std::size_t bytes, const std::uint32_t* calling = nullptr);

namespace detail {
template <class Body>
void call_body(void* body) {
  (*static_cast<Body*>(body))();
}
bool run_compiled_code(HostFaultTrap& trap, void (*body)(void*), void* argument);
}  // namespace detail

// Runs `body`. Returns the failed access if one ended it.
template <class Body>
std::optional<HostFault> trap_host_faults(Body&& body) {
  HostFaultTrap trap;
  if (trap.run(detail::call_body<std::remove_reference_t<Body>>, std::addressof(body))) return {};
  return trap.fault();
}

// Does the same, but only for accesses by the code of enter_compiled_code(), and by functions that this code calls
// while the `calling` of enter_compiled_code() is not 0.
template <class Body>
std::optional<HostFault> trap_faults_of_compiled_code(Body&& body) {
  HostFaultTrap trap;
  if (detail::run_compiled_code(trap, detail::call_body<std::remove_reference_t<Body>>, std::addressof(body)))
    return {};
  return trap.fault();
}

}  // namespace eugene
