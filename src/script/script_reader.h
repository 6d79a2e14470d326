// Parts of read_script() that read one directive.
#pragma once

#include "script/directive_line.h"
#include "script/place_reader.h"
#include "script/script.h"

namespace eugene::script {

// Whether a comment whose first word is `word` is a directive.
bool is_directive(std::string_view word);

// Returns the directive that `word` misspells by one letter; empty if there is none.
std::string_view misspelt_directive(std::string_view word);

// Reads one directive into `into`, except `gen` and `dialect`, which read_script() handles.
std::optional<Diagnostic> read_directive(DirectiveLine& line, const ProgramKind& kind, Case& into);

}  // namespace eugene::script
