// Sources with #line directives: any text has lines, and each line that is put together is one of the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/named_lines.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const eugene::NamedLines lines(text, "main");
  for (const char* file : {"main", "/home/me/main", "a.cl", "none"}) {
    const std::string whole = lines.text(file);
    for (std::uint32_t number = 0; number < 8; ++number) {
      const std::string line = lines.line(file, number);
      if (text.find(line) == std::string::npos ||
          (number < 1 << 20 && number != 0 && whole.find(line) == std::string::npos))
        std::abort();
    }
  }
  return 0;
}
