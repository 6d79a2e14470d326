// Makes text of the buffer into which printf() of a kernel writes.
//
// The kernel reserves bytes by an atomic addition to the buffer's first dword, then writes a record: the key of the
// format string (its number of patch tokens, else its address), and for each argument a dword with its type and the
// value's bytes. So records of work-items stand in the order in which they were reserved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace eugene::launch {

inline constexpr std::uint32_t kPrintfBegin = 4;  // first dword of an empty buffer: the bytes that are used

struct PrintfStrings {
  std::size_t key_bytes = 4;
  // The text of a key; nothing: there is none.
  std::function<std::optional<std::string>(std::uint64_t key)> find;
  // Likewise of an address: a string argument that is chosen when the kernel runs is a pointer.
  std::function<std::optional<std::string>(std::uint64_t address)> at;
};

// Stops at the first record that was not written, as a kernel that faulted may leave one, or does not fit its format.
std::string printf_text(std::span<const std::byte> buffer, const PrintfStrings& strings);

}  // namespace eugene::launch
