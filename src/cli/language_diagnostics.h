// Runs `eugene check` on a text that is open in an editor.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace eugene::cli {

// Returns the findings as an array of Diagnostic of the Language Server Protocol 3.17. `file` is the text's name.
nlohmann::json list_diagnostics(const std::string& file, std::string_view text);

}  // namespace eugene::cli
