// A buffer of printf() as any kernel may leave it, after a format that any file may have: it becomes text, or nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "launch/printf_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene::launch;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::string format(all.substr(0, all.find('\0')));
  const auto buffer = std::as_bytes(std::span(data, size)).subspan(std::min(format.size() + 1, size));
  const auto find = [&](std::uint64_t key) { return key % 4 == 3 ? std::nullopt : std::optional(format); };
  for (const std::size_t key_bytes : {4, 8})
    (void)printf_text(buffer, {.key_bytes = key_bytes, .find = find, .at = find});
  return 0;
}
