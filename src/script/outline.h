// How a script is divided into cases, and how it is to be read: what needs no look at the directives themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen.h"

namespace eugene::script {

// A comment line that is a directive; of text that is not, `word` is empty.
struct DirectiveText {
  std::string_view word;
  std::size_t begin = 0;           // of what follows the word, in the line
  std::string_view misspelt = {};  // the directive that a comment nearly is
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
  bool is_file = false;  // the file has no cases
  std::string name;
  std::uint32_t line = 1;  // where it begins
  std::string source;      // of the whole file, other cases blanked out: lines keep their numbers
};

// The cases of `text`, at least one. Text before the first case is common to all.
std::vector<CaseText> split_cases(std::string_view text);

// The argument of the last directive `word` (gen, dialect) in `text`; empty if there is none.
std::string_view find_setting(std::string_view text, std::string_view word);
// That the directives of an assembly text name, else Gen9.
const isa::Gen& gen_of(std::string_view text);

}  // namespace eugene::script
