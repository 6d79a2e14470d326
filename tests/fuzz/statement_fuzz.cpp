// Any text as that of a program whose statements and types are looked at: each line has an answer.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "checked/element_padding.h"
#include "checked/source_alignment.h"
#include "checked/statement_members.h"

// Names of three letters and less are structures.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const checked::StatementMembers statements(text, [](std::string_view name) { return name.size() <= 3; });
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 2;
  for (std::uint32_t line = 0; line <= std::min(lines, 200U); ++line) (void)statements.at(line);
  (void)checked::casts_to_padded(text);
  (void)checked::alignments_of({}, {.files = {"k.cl"}, .rows = {}, .given_text = text}, {});
  return 0;
}
