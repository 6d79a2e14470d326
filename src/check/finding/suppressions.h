// Suppressions of findings that a user does not want to see: blocks of a file, and comments in the kernel's source.
//
//   kind: race.local          a glob of ids; the only key that a block must have
//   kernel: reduce_*          a glob; without it: every kernel
//   source: *reduce.cl:12     a glob of file:line, or a text that the source line contains
//   note: why                 for people
//
// An empty line ends a block; '#' begins a comment line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "check/finding/finding.h"

namespace eugene::check {

struct Suppression {
  std::string kind;
  std::string kernel;
  std::string source;
  std::string note;
  std::uint32_t line = 0;  // line of the file where the block begins
  bool operator==(const Suppression&) const = default;
};

// `file` is the name of the file, for the places of errors.
Result<std::vector<Suppression>> parse_suppressions(std::string_view text, const std::string& file);
// Reads the file; an empty name gives no suppressions.
Result<std::vector<Suppression>> read_suppressions(const std::string& file);
bool matches(const Suppression& suppression, const Finding& finding);
// Whether the source line of one of the finding's sites has the comment "eugene: ignore KIND", or "eugene: ignore"
// without a kind.
bool is_ignored_in_source(const Finding& finding);
// Returns blocks that suppress the finding and its others, each with an empty line after it.
std::string suppression_text(const Finding& finding);

// Matches with the rules of a shell: *, ?, [...].
bool matches_glob(const std::string& glob, const std::string& text);

}  // namespace eugene::check
