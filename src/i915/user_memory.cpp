#include "i915/user_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "base/host_fault.h"
#include "i915/own_stack.h"

namespace eugene::i915 {
namespace {

std::atomic<pid_t> process = ::getpid();  // cached, which saves a system call per copy

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }  // NOLINT: a program's pointer

// Copies by write() and read(), which check both addresses. Two cases need this function. process_vm_readv() refuses
// write-only memory, although the kernel's ioctls can read it, because the processor does not distinguish. And the
// seccomp filters of some containers refuse both process_vm_readv() and process_vm_writev().
bool copy_through_pipe(std::uint64_t to, std::uint64_t from, std::size_t bytes) {
  constexpr std::size_t kAtOnce = 4096;  // always fits in an empty pipe
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  std::size_t done = 0;
  while (done != bytes) {
    const std::size_t part = std::min(kAtOnce, bytes - done);
    const auto expected = static_cast<ssize_t>(part);
    if (::write(ends[1], pointer(from + done), part) != expected) break;
    if (::read(ends[0], pointer(to + done), part) != expected) break;
    done += part;
  }
  for (const int end : ends) ::close(end);
  return done == bytes;
}

std::uint64_t to_user_address(const std::byte* memory) { return reinterpret_cast<std::uint64_t>(memory); }  // NOLINT

}  // namespace

// As in its own ioctls, the kernel checks the addresses: an unmapped address gives an error, not a signal.
bool copy_from_user(std::span<std::byte> to, std::uint64_t from) {
  if (to.empty()) return true;
  const iovec local{to.data(), to.size()};
  const iovec remote{pointer(from), to.size()};
  return ::process_vm_readv(process, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(to.size()) ||
         copy_through_pipe(to_user_address(to.data()), from, to.size());
}

bool copy_to_user(std::uint64_t to, std::span<const std::byte> from) {
  if (from.empty()) return true;
  const iovec local{const_cast<std::byte*>(from.data()), from.size()};  // NOLINT: only read
  const iovec remote{pointer(to), from.size()};
  return ::process_vm_writev(process, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(from.size()) ||
         copy_through_pipe(to, to_user_address(from.data()), from.size());
}

// Most arguments of ioctls are in frames of the calling thread's stack. The trap is for a program that has protected a
// page of its stack.
bool read_argument(std::span<std::byte> to, std::uint64_t from) {
  auto copy = [&] { std::memcpy(to.data(), pointer(from), to.size()); };
  return (is_in_live_frames(from, to.size()) && !trap_host_faults(copy)) || copy_from_user(to, from);
}

bool write_argument(std::uint64_t to, std::span<const std::byte> from) {
  auto copy = [&] { std::memcpy(pointer(to), from.data(), from.size()); };
  return (is_in_live_frames(to, from.size()) && !trap_host_faults(copy)) || copy_to_user(to, from);
}

void use_memory_of_child() { process = ::getpid(); }
pid_t process_id() { return process; }

bool is_mapped(std::uint64_t address, std::uint64_t bytes) {
  // On anonymous memory, msync() only checks the range.
  return ::msync(pointer(address), bytes, MS_ASYNC) == 0;
}

}  // namespace eugene::i915
