// Finds calls in a line of an OpenCL program, for facts that machine code does not show.
#pragma once

#include <optional>
#include <string_view>

namespace eugene::check {

// Returns the line up to its first "//".
std::string_view without_comment(std::string_view line);
std::string_view without_blanks(std::string_view text);

// Returns the text of `code` after the opening parenthesis of its first call of function `name`; nothing if there is no
// call.
std::optional<std::string_view> text_after_call(std::string_view code, std::string_view name);
inline bool calls(std::string_view code, std::string_view name) { return text_after_call(code, name).has_value(); }

}  // namespace eugene::check
