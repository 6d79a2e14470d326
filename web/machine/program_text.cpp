#include "machine/program_text.h"

#include <utility>

namespace eugene::web {

std::expected<script::Script, Diagnostics> read_text(std::string_view text) {
  return script::read_script(text, kFileName);
}

std::expected<Assembled, Diagnostics> assemble_text(std::string_view text) {
  auto script = read_text(text);
  if (!script) return forward_error(std::move(script));
  const script::Case& first = script->cases.front();
  auto program = script::assemble_case(*script, first, "", script::Rules::checked);
  if (!program) return forward_error(std::move(program));
  return Assembled{std::move(*script), std::move(*program)};
}

}  // namespace eugene::web
