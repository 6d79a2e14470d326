#include "script/outline.h"

#include <fmt/format.h>

#include <algorithm>

#include "script/directive_line.h"
#include "script/script_reader.h"

namespace eugene::script {

// Accepts both `gen: gen6` and `gen gen6`.
DirectiveText find_directive(std::string_view line) {
  std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos || line.substr(at, 2) != "//") return {};
  at = line.find_first_not_of(" \t", at + 2);
  if (at == std::string_view::npos) return {};
  const std::size_t end = std::min(line.find_first_of(" \t\r:=", at), line.size());
  const std::string_view word = line.substr(at, end - at);
  if (!is_directive(word)) return {.word = {}, .begin = at, .misspelt = misspelt_directive(word)};
  return {.word = word, .begin = line.substr(end, 1) == ":" ? end + 1 : end};
}

Result<std::vector<CaseText>> split_cases(std::string_view text) {
  std::vector<CaseText> cases;
  std::string common;
  std::uint32_t common_lines = 0;
  std::size_t bytes = 0;
  std::uint32_t too_many = 0;  // the line of the case with which they are too large
  for_each_line(text, [&](std::string_view line, std::uint32_t number) {
    if (too_many != 0) return;
    if (const DirectiveText directive = find_directive(line); directive.word == "case") {
      bytes += common.size() + number;
      if (bytes > kMaxCaseBytes) {
        too_many = number;
        return;
      }
      DirectiveLine rest(line, directive.begin, line.size(), {});
      CaseText next{.name = std::string(rest.rest()), .line = number, .source = common};
      if (cases.empty()) common_lines = number - 1;
      next.source.append(number - 1 - common_lines, '\n');
      cases.push_back(std::move(next));
    }
    std::string& source = cases.empty() ? common : cases.back().source;
    source += line;
    source += '\n';
  });
  if (too_many != 0) {
    return std::unexpected(error_at({.line = too_many, .column = 1},
                                    fmt::format("too many cases: the file has more than {}", cases.size()), "file.size",
                                    {}, "split the file into several"));
  }
  if (cases.empty()) cases.push_back({.is_file = true, .name = {}, .source = std::move(common)});
  return cases;
}

std::string_view find_setting(std::string_view text, std::string_view word) {
  std::string_view found;
  for_each_line(text, [&](std::string_view line, std::uint32_t /*number*/) {
    const DirectiveText directive = find_directive(line);
    if (directive.word != word) return;
    DirectiveLine rest(line, directive.begin, line.size(), {});
    rest.accept("=");
    found = rest.next().text;
  });
  return found;
}

const isa::Gen& choose_gen(std::string_view text) {
  const isa::Gen* named = isa::find_gen(find_setting(text, "gen"));
  return named != nullptr ? *named : isa::kGen9;
}

}  // namespace eugene::script
