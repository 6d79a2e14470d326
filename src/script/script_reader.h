// Parts of read_script(), which reads one directive at a time.
#pragma once

#include "script/directive_line.h"
#include "script/place_reader.h"
#include "script/script.h"

namespace eugene::script {

// Whether a comment whose first word is `word` is a directive.
bool is_directive(std::string_view word);

// The directive that `word` misspells by one letter; empty if there is none.
std::string_view misspelt_directive(std::string_view word);

// Reads one directive into `into`. `gen` and `dialect` are not directives of a case: read_script() handles them.
std::optional<Diagnostic> read_directive(DirectiveLine& line, const ProgramKind& kind, Case& into);

}  // namespace eugene::script
