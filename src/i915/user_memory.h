// Copies arrays and structures from and to the program's memory, at addresses that may be invalid.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace eugene::i915 {

// These return false if a byte of the range cannot be read or written.
bool copy_from_user(std::span<std::byte> to, std::uint64_t from);
bool copy_to_user(std::uint64_t to, std::span<const std::byte> from);

// The same, for `to` and `from` in Eugene's own memory. Saves the system call if the program's memory is on the stack.
bool read_argument(std::span<std::byte> to, std::uint64_t from);
bool write_argument(std::uint64_t to, std::span<const std::byte> from);

template <class T>
bool read_user(T& to, std::uint64_t from) {
  return read_argument(std::as_writable_bytes(std::span(&to, 1)), from);
}
template <class T>
bool write_user(std::uint64_t to, const T& from) {
  return write_argument(to, std::as_bytes(std::span(&from, 1)));
}
template <class T>
bool read_user(std::vector<T>& to, std::uint64_t from) {
  return read_argument(std::as_writable_bytes(std::span(to)), from);
}

// Call this in the child of a fork, before the functions above.
void use_memory_of_child();
// Returns the process whose memory these functions access.
pid_t process_id();

// Returns whether all pages of a range are mapped.
bool is_mapped(std::uint64_t address, std::uint64_t bytes);

}  // namespace eugene::i915
