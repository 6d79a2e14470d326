// Accesses to the host's memory that may fail, since it is not Eugene's alone: the memory of a buffer may be the
// program's own (I915_GEM_USERPTR), which the program can protect, unmap or truncate while a kernel uses it.
//
// A test in front of each access would cost more than the access. So the processor finds out: its exception arrives
// here as SIGSEGV or SIGBUS, and the handler jumps back to where the thread has set a trap, which makes an error of it.
// Setting a trap costs a few nanoseconds and no system call.
//
// The jump leaves functions without running destructors. Code in a trap must therefore hold no lock and leave
// nothing half-changed at its accesses to foreign memory; what it has allocated is lost. So a trap is set around few
// lines: one message, one copy, or host code that Eugene has compiled.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <type_traits>

namespace eugene {

// An access that has failed.
struct HostFault {
  enum class Why : std::uint8_t { unmapped, is_protected, no_storage };

  std::uintptr_t address = 0;
  bool writes = false;
  Why why = Why::unmapped;
};
// As in "read of memory that the program has unmapped".
std::string_view describe(const HostFault& fault);

// From now on traps work: installs handlers of SIGSEGV and SIGBUS in front of those that the program has. Call it now
// and then, since the program may install others later; a signal that meets no trap goes on to these.
void catch_host_faults();
// Held while a handler is installed. A process with threads holds it while it forks, so that the child's copy is free.
std::mutex& host_fault_mutex();

// One trap, on the stack of the thread that sets it. The innermost of a thread counts.
class HostFaultTrap {
 public:
  HostFaultTrap();
  ~HostFaultTrap();
  HostFaultTrap(const HostFaultTrap&) = delete;
  HostFaultTrap& operator=(const HostFaultTrap&) = delete;

  // Calls body(argument); false if an access in it has failed, which fault() then is.
  bool run(void (*body)(void*), void* argument);
  const HostFault& fault() const { return fault_; }
  // From now on the trap is for accesses by the machine code in [begin, end) alone; at first it is for all.
  void only_for(std::uintptr_t begin, std::uintptr_t end) {
    code_begin_ = begin;
    code_end_ = end;
  }

 private:
  friend struct HostFaultHandler;

  sigjmp_buf place_;
  HostFault fault_;
  std::uintptr_t code_begin_ = 0;
  std::uintptr_t code_end_ = ~std::uintptr_t{0};
  std::uint32_t control_;  // of the processor's floating point, which a signal handler begins without
  HostFaultTrap* outer_;
};

// The code that the thread's innermost trap of compiled code covers; nothing happens if it has set none.
void enter_compiled_code(const std::byte* begin, std::size_t bytes);

namespace detail {
template <class Body>
void call_body(void* body) {
  (*static_cast<Body*>(body))();
}
bool run_compiled_code(HostFaultTrap& trap, void (*body)(void*), void* argument);
}  // namespace detail

// Runs `body`. Returns the access that the host has refused, if that has ended it.
template <class Body>
std::optional<HostFault> trap_host_faults(Body&& body) {
  HostFaultTrap trap;
  if (trap.run(detail::call_body<std::remove_reference_t<Body>>, std::addressof(body))) return {};
  return trap.fault();
}

// The same for accesses by the compiled code that enter_compiled_code() has named, and by nothing that it calls.
template <class Body>
std::optional<HostFault> trap_faults_of_compiled_code(Body&& body) {
  HostFaultTrap trap;
  if (detail::run_compiled_code(trap, detail::call_body<std::remove_reference_t<Body>>, std::addressof(body)))
    return {};
  return trap.fault();
}

}  // namespace eugene
