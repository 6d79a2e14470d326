#include "i915/user_memory.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>

namespace eugene::i915 {
namespace {

std::atomic<pid_t> process = ::getpid();  // asking for it each time would be one more system call

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }  // NOLINT: a program's pointer

// process_vm_readv() reads what the program may read. The kernel's ioctls also read what it may only write, since the
// processor makes no difference, and so does write().
bool copy_through_pipe(std::span<std::byte> to, std::uint64_t from) {
  constexpr std::size_t kAtOnce = 4096;  // what an empty pipe takes whole
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  std::size_t done = 0;
  while (done != to.size()) {
    const std::size_t bytes = std::min(kAtOnce, to.size() - done);
    const auto expected = static_cast<ssize_t>(bytes);
    if (::write(ends[1], pointer(from + done), bytes) != expected) break;
    if (::read(ends[0], to.data() + done, bytes) != expected) break;
    done += bytes;
  }
  for (const int end : ends) ::close(end);
  return done == to.size();
}

}  // namespace

// The kernel checks the addresses, as for its own ioctls: one that is not mapped gives an error, not a signal.
bool copy_from_user(std::span<std::byte> to, std::uint64_t from) {
  if (to.empty()) return true;
  const iovec local{to.data(), to.size()};
  const iovec remote{pointer(from), to.size()};
  return ::process_vm_readv(process, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(to.size()) ||
         copy_through_pipe(to, from);
}

bool copy_to_user(std::uint64_t to, std::span<const std::byte> from) {
  if (from.empty()) return true;
  const iovec local{const_cast<std::byte*>(from.data()), from.size()};  // NOLINT: only read
  const iovec remote{pointer(to), from.size()};
  return ::process_vm_writev(process, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(from.size());
}

void use_memory_of_child() { process = ::getpid(); }
pid_t process_id() { return process; }

bool is_mapped(std::uint64_t address, std::uint64_t bytes) {
  // On anonymous memory this does nothing but check.
  return ::msync(pointer(address), bytes, MS_ASYNC) == 0;
}

namespace {

// The kernel ORs zero to the dword, in one step among all threads, and so asks for its page as a processor that writes
// it would: an error where that has none, and no change of what is there. process_vm_writev() would need to know what
// to write. (A thread that sleeps on a futex there would wake for nothing, which futexes allow.)
bool or_zero(std::uint64_t address) {
  std::uint32_t other = 0;
  constexpr int kOperation = FUTEX_OP(FUTEX_OP_OR, 0, FUTEX_OP_CMP_LT, 0);  // and wakes who waits if it was negative
  return ::syscall(SYS_futex, &other, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0, 0L, pointer(address), kOperation) >= 0 ||
         errno != EFAULT;
}

}  // namespace

bool is_writable(std::uint64_t address, std::uint64_t bytes) {
  return is_mapped(address, bytes) && or_zero(address) && or_zero(address + bytes - sizeof(std::uint32_t));
}

}  // namespace eugene::i915
