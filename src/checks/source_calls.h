// Calls in a line of an OpenCL program, for what machine code does not tell.
#pragma once

#include <optional>
#include <string_view>

namespace eugene::checks {

// The line up to its first "//".
std::string_view without_comment(std::string_view line);
std::string_view without_blanks(std::string_view text);

// The text of `code` behind the opening parenthesis of its first call of function `name`. Nothing: there is no call.
std::optional<std::string_view> behind_call(std::string_view code, std::string_view name);
inline bool calls(std::string_view code, std::string_view name) { return behind_call(code, name).has_value(); }

}  // namespace eugene::checks
