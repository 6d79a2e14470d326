// The text in the page's editor, read and assembled.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "script/case_program.h"
#include "script/script.h"

namespace eugene::web {

// The name of the text in diagnostics.
inline constexpr const char* kFileName = "program";

// The first case of the text, with the directives before it.
struct Assembled {
  script::Script script;
  script::CaseProgram program;
};

std::expected<script::Script, Diagnostics> read_text(std::string_view text);
std::expected<Assembled, Diagnostics> assemble_text(std::string_view text);

}  // namespace eugene::web
