#include "i915/user_memory.h"

#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

namespace eugene::i915 {
namespace {

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }  // NOLINT: a program's pointer

}  // namespace

// The kernel looks at the addresses, as it does for its own ioctls: what is not mapped ends in an error, not a signal.
bool copy_from_user(std::span<std::byte> to, std::uint64_t from) {
  if (to.empty()) return true;
  const iovec local{to.data(), to.size()};
  const iovec remote{pointer(from), to.size()};
  return ::process_vm_readv(::getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(to.size());
}

bool copy_to_user(std::uint64_t to, std::span<const std::byte> from) {
  if (from.empty()) return true;
  const iovec local{const_cast<std::byte*>(from.data()), from.size()};  // NOLINT: only read
  const iovec remote{pointer(to), from.size()};
  return ::process_vm_writev(::getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(from.size());
}

bool is_mapped(std::uint64_t address, std::uint64_t bytes) {
  // On memory without a file behind it this does nothing but look.
  return ::msync(pointer(address), bytes, MS_ASYNC) == 0;
}

}  // namespace eugene::i915
