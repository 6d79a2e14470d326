// Explains a named instruction, rule or remark with the text of the documents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eugene::editor {

// Explains an instruction, given its mnemonic, a rule, all rules whose names begin with `name`, a remark of `exec`, or
// a finding of `run --check`, or all of its kind. Empty if the name is unknown.
std::string explained(std::string_view name);
std::vector<std::string> explained_names();

}  // namespace eugene::editor
