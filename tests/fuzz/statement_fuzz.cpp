// Arbitrary text as a program whose statements and types are examined. Every line can be asked for.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "check/align/element_padding.h"
#include "check/align/source_alignment.h"
#include "check/memory/statement_members.h"

// Names of at most three letters are structures.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const check::StatementMembers statements(text, [](std::string_view name) { return name.size() <= 3; });
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 2;
  for (std::uint32_t line = 0; line <= std::min(lines, 200U); ++line) (void)statements.at(line);
  (void)check::casts_to_padded(text);
  (void)check::find_alignments({}, {.files = {"k.cl"}, .rows = {}, .given_text = text}, {});
  return 0;
}
