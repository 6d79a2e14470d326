// Divides a script into cases, and finds its settings, without reading the directives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen.h"

namespace eugene::script {

// A comment line that is a directive. `word` is empty for other lines.
struct DirectiveText {
  std::string_view word;
  std::size_t begin = 0;           // of the text after the word, in the line
  std::string_view misspelt = {};  // the directive that a comment nearly matches
};

DirectiveText find_directive(std::string_view line);

// Calls `visit` with each line of `text` and its number, from 1 on.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(text.substr(begin, end - begin), ++number);
    begin = end + 1;
  }
}

struct CaseText {
  bool is_file = false;  // the file is a single case
  std::string name;
  std::uint32_t line = 1;  // first line
  std::string source;      // of the whole file; lines of other cases are empty, so lines keep their numbers
};

inline constexpr std::size_t kMaxCaseBytes = std::size_t{256} << 20;

// Returns the cases of `text`, at least one. Text before the first case belongs to all. Fails, at a line, if the
// sources of all cases have more than kMaxCaseBytes together: each source has all lines of the file up to its case.
Result<std::vector<CaseText>> split_cases(std::string_view text);

// Returns the argument of the last directive `word` (gen, dialect) in `text`; empty if there is none.
std::string_view find_setting(std::string_view text, std::string_view word);
// Returns the generation that the directives of an assembly text set; Gen9 if none.
const isa::Gen& choose_gen(std::string_view text);

}  // namespace eugene::script
