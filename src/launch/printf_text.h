// Converts the buffer into which a kernel's printf() writes to text.
//
// The kernel reserves bytes by an atomic addition to the buffer's first dword, then writes a record: the key of the
// format string (its number in patch tokens, else its address), and for each argument a dword with its type and the
// value's bytes. So records are in the order in which the work-items reserved them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace eugene::launch {

inline constexpr std::uint32_t kPrintfBegin = 4;  // first dword of an empty buffer, which is the number of bytes used

struct PrintfStrings {
  std::size_t key_bytes = 4;
  // Returns the text of a key; nothing if there is none.
  std::function<std::optional<std::string>(std::uint64_t key)> find;
  // Likewise for an address: a string argument that is chosen at run time is a pointer.
  std::function<std::optional<std::string>(std::uint64_t address)> at;
};

// Stops at the first record that was not written, which a faulting kernel may leave, or that does not fit its format.
std::string printf_text(std::span<const std::byte> buffer, const PrintfStrings& strings);

}  // namespace eugene::launch
