// Host faults cannot occur: the page accesses only its own memory, never another program's.
#include "base/host_fault.h"

namespace eugene {

HostFaultTrap::HostFaultTrap() = default;
HostFaultTrap::~HostFaultTrap() = default;

bool HostFaultTrap::run(void (*body)(void*), void* argument) {
  body(argument);
  return true;
}

std::string_view describe(const HostFault& /*fault*/) { return {}; }

// The page compiles no code for the host.
void enter_compiled_code(const std::byte* /*begin*/, std::size_t /*bytes*/) {}
bool detail::run_compiled_code(HostFaultTrap& trap, void (*body)(void*), void* argument) {
  return trap.run(body, argument);
}

}  // namespace eugene
