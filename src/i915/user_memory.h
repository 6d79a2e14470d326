// Arrays and structures in the program's memory, which may be anywhere or nowhere.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace eugene::i915 {

// Copies; false where not all of it is there to read or write.
bool copy_from_user(std::span<std::byte> to, std::uint64_t from);
bool copy_to_user(std::uint64_t to, std::span<const std::byte> from);

template <class T>
bool read_user(T& to, std::uint64_t from) {
  return copy_from_user(std::as_writable_bytes(std::span(&to, 1)), from);
}
template <class T>
bool write_user(std::uint64_t to, const T& from) {
  return copy_to_user(to, std::as_bytes(std::span(&from, 1)));
}
template <class T>
bool read_user(std::vector<T>& to, std::uint64_t from) {
  return copy_from_user(std::as_writable_bytes(std::span(to)), from);
}

// In the child of a fork, before it uses the above.
void use_memory_of_child();
// Whose memory that is.
pid_t process_id();

// Whether all pages of a range are mapped.
bool is_mapped(std::uint64_t address, std::uint64_t bytes);

}  // namespace eugene::i915
